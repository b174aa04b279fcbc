import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work marks of the tenants whose hours are marked from before such marks were appended with them. */
export class RollupWork1764312000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      INSERT INTO work_marks (client_id, data_env, kind, key, payload)
      SELECT client_id, data_env, 'call-rollup.refresh', 'hours', '{}' FROM call_rollup_backlog()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM work_marks WHERE kind = 'call-rollup.refresh'`);
  }
}
