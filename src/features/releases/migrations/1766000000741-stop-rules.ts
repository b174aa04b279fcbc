import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a staged release end by itself: its rule, the evidence, and the worker's rights. */
export class StopRules1766000000741 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE project_staged_releases ADD COLUMN stop_when jsonb, ADD COLUMN stopped jsonb`,
    );
    for (const [right, table] of RIGHTS) await db.query(`GRANT ${right} ON ${table} TO telephony_jobs`);
    await db.query(`GRANT SELECT ${FOUND} ON project_staged_releases TO telephony_jobs_system`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE SELECT ${FOUND} ON project_staged_releases FROM telephony_jobs_system`);
    for (const [right, table] of RIGHTS) await db.query(`REVOKE ${right} ON ${table} FROM telephony_jobs`);
    await db.query(`ALTER TABLE project_staged_releases DROP COLUMN stop_when, DROP COLUMN stopped`);
  }
}

const FOUND = '(client_id, data_env, state, stop_when)';

const RIGHTS = [
  [
    'SELECT (client_id, data_env, project_id, version_number, state, started_at, stop_when)',
    'project_staged_releases',
  ],
  ['UPDATE (state, ended_at, stopped)', 'project_staged_releases'],
  ['SELECT (client_id, data_env, project_id, is_staged), DELETE', 'project_inbound_numbers'],
] as const;
