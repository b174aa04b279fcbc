import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker launches campaigns at the start of their schedule, and validates first what calls of their project go out by. */
export class LaunchesOfTheWorker1764550000041 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, columns] of READ) {
      await db.query(
        `GRANT SELECT (client_id, data_env, project_id, ${columns}) ON ${table} TO telephony_jobs`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, columns] of READ) {
      await db.query(
        `REVOKE SELECT (client_id, data_env, project_id, ${columns}) ON ${table} FROM telephony_jobs`,
      );
    }
  }
}

const READ = [
  ['project_versions', 'version_number, content_hash, sections'],
  ['project_deployments', 'content_hash'],
  ['project_runtime_reports', 'applied_hash'],
  ['project_compliance', 'projection'],
] as const;
