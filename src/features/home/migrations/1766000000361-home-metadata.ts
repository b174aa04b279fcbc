import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads setup steps and due requests over all clients of a person. */
export class HomeMetadata1766000000361 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [columns, table] of READ) {
      await db.query(`GRANT SELECT (${columns}) ON ${table} TO telephony_requests_system`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [columns, table] of READ) {
      await db.query(`REVOKE SELECT (${columns}) ON ${table} FROM telephony_requests_system`);
    }
  }
}

const OF_PROJECT = 'client_id, data_env, project_id';

const READ = [
  ['latest_published_version, created_at', 'projects'],
  [OF_PROJECT, 'project_test_calls'],
  [OF_PROJECT, 'conversation_test_runs'],
  [`${OF_PROJECT}, is_staged`, 'project_inbound_numbers'],
  [OF_PROJECT, 'webhook_endpoints'],
  ['client_id, data_env, closed_at, urgent_from, overdue_from', 'caller_requests'],
] as const;
