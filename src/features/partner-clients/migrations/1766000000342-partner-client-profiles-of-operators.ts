import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PartnerClientProfilesOfOperators1766000000342 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `GRANT SELECT, INSERT, UPDATE (${COLUMNS}) ON partner_client_profiles TO telephony_operations`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `REVOKE SELECT, INSERT, UPDATE (${COLUMNS}) ON partner_client_profiles FROM telephony_operations`,
    );
  }
}

const COLUMNS = 'web_domain, contact_name_encrypted, business_email_encrypted, engagement_notes_encrypted';
