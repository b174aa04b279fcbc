import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells the bound tenant whether another environment of its client has a project of this id, in any casing. */
export class IdsElsewhere1764330000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Row-level security shows a tenant its own environment alone; of the others this tells yes or no, and nothing else.
    await db.query(`
      CREATE FUNCTION project_id_is_used_elsewhere(wanted text) RETURNS boolean
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT EXISTS (SELECT FROM projects p
                        WHERE p.client_id = current_setting('app.client_id', true)
                          AND p.data_env <> current_setting('app.data_env', true)
                          AND lower(p.project_id) = lower(wanted)) $$`);
    await db.query(`REVOKE EXECUTE ON FUNCTION project_id_is_used_elsewhere(text) FROM PUBLIC`);
    await db.query(
      `GRANT EXECUTE ON FUNCTION project_id_is_used_elsewhere(text) TO telephony_requests, telephony_app`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION project_id_is_used_elsewhere(text)`);
  }
}
