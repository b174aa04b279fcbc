import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator's word that evidence of usage counts, what windows were counted from, and who compares totals. */
export class UsageEvidence1764700200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE billing_plans ADD COLUMN evidence_since timestamptz,
     ADD COLUMN reconciliation_wanted_at timestamptz, ADD COLUMN provider_changed_at timestamptz,
     ADD COLUMN provider_event_at timestamptz,
     ADD COLUMN provider_event_id text`,
  `ALTER TABLE billing_usage_windows ADD COLUMN details jsonb NOT NULL DEFAULT '{}'`,
  `GRANT SELECT, INSERT ON billing_reconciliations TO telephony_app, telephony_jobs`,
  `GRANT SELECT ON billing_plans, billing_reconciliations TO telephony_jobs_system`,
  // Whom an event of the provider's concerns is found across tenants.
  `GRANT SELECT, UPDATE (provider_changed_at, provider_event_at, provider_event_id) ON billing_plans TO telephony_requests_system`,
  `GRANT SELECT ON billing_plan_meters TO telephony_requests_system`,
];

const DOWN = [
  `REVOKE ALL ON billing_plans, billing_plan_meters FROM telephony_requests_system`,
  `REVOKE ALL ON billing_plans FROM telephony_jobs_system`,
  `REVOKE ALL ON billing_reconciliations FROM telephony_jobs, telephony_jobs_system`,
  `REVOKE INSERT ON billing_reconciliations FROM telephony_app`,
  `ALTER TABLE billing_usage_windows DROP COLUMN details`,
  `ALTER TABLE billing_plans DROP COLUMN evidence_since, DROP COLUMN reconciliation_wanted_at,
     DROP COLUMN provider_changed_at, DROP COLUMN provider_event_at,
     DROP COLUMN provider_event_id`,
];
