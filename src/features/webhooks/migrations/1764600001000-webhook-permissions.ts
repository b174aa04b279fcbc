import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A worker sends of a call what the tenant and its project permit at that moment, so it reads what they have settled. */
export class WebhookPermissions1764600001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`GRANT SELECT ON pii_policies, pii_settings, project_governance TO telephony_jobs`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE SELECT ON pii_policies, pii_settings, project_governance FROM telephony_jobs`);
  }
}
