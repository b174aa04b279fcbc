import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Resending an invitation makes that user its sender. */
export class SendersOfInvitations1766000000270 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('GRANT UPDATE (created_by) ON person_invitations TO telephony_requests');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE UPDATE (created_by) ON person_invitations FROM telephony_requests');
  }
}
