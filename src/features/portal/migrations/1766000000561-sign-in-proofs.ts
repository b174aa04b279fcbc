import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the person of a session proved who they are. */
export class SignInProofs1766000000561 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM portal_sessions WHERE tokens_encrypted IS NULL');
    await db.query('REVOKE UPDATE (auth_time, amr) ON portal_sessions FROM telephony_requests_system');
    await db.query(
      `ALTER TABLE portal_sessions ALTER COLUMN tokens_encrypted SET NOT NULL,
         DROP COLUMN only_client_id, DROP COLUMN break_glass_id, DROP COLUMN connection_id`,
    );
  }
}

const UP = [
  // A person who signs in through a connection or by break-glass has no tokens of the provider.
  `ALTER TABLE portal_sessions ALTER COLUMN tokens_encrypted DROP NOT NULL,
     ADD COLUMN connection_id uuid,
     ADD COLUMN break_glass_id uuid,
     ADD COLUMN only_client_id text`,
  `CREATE INDEX portal_sessions_by_connection ON portal_sessions (connection_id)`,
  `GRANT UPDATE (auth_time, amr) ON portal_sessions TO telephony_requests_system`,
];
