import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-in with a passkey finds its person before a tenant is known. */
export class PasskeyOwners1766000000641 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`GRANT ${RIGHTS} ON second_factors TO telephony_requests_system`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE ${RIGHTS} ON second_factors FROM telephony_requests_system`);
  }
}

const RIGHTS = `SELECT (factor_id, user_id, kind, confirmed_at, credential_id, public_key, sign_count, transports),
  UPDATE (sign_count, last_used_at)`;
