import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the API find projects and requests by name across all clients of a person. */
export class SearchMetadata1766000000380 implements MigrationInterface {
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

const READ = [
  ['display_name', 'projects'],
  ['request_id, tracking_number, request_type, status, received_at', 'caller_requests'],
] as const;
