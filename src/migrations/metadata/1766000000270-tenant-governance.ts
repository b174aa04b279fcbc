import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers save their own governance. */
export class TenantGovernance1766000000270 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE tenant_governance ADD revision integer NOT NULL DEFAULT 1`);
    await db.query(`GRANT ${WRITES} ON tenant_governance TO telephony_requests`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE ${WRITES} ON tenant_governance FROM telephony_requests`);
    await db.query(`ALTER TABLE tenant_governance DROP COLUMN revision`);
  }
}

const SETTLED = 'audio_retention, secondary_reuse, transcript_retention_days, updated_at, updated_by';
const WRITES = `INSERT (client_id, data_env, ${SETTLED}), UPDATE (revision, ${SETTLED})`;
