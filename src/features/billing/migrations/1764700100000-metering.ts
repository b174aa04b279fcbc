import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when on a meter counts, and what a window needs to be told once: who is at it, and since when. */
export class Metering1764700100000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const READ_BY_JOBS = 'billing_plans, billing_plan_meters, billing_discounts, billing_adjustments';

const UP = [
  `ALTER TABLE billing_plan_meters ADD COLUMN metered_from timestamptz`,
  // What was active before is counted from the next full hour on, as if it were made active now.
  `UPDATE billing_plan_meters SET metered_from = date_trunc('hour', now(), 'UTC') + interval '1 hour' WHERE is_active`,
  `ALTER TABLE billing_usage_windows ADD COLUMN attempted_at timestamptz, ADD COLUMN leased_until timestamptz`,
  `CREATE INDEX billing_usage_windows_untold ON billing_usage_windows (client_id, data_env, meter_id, window_start)
     WHERE status = 'frozen'`,
  `GRANT SELECT ON ${READ_BY_JOBS} TO telephony_jobs`,
  `GRANT SELECT, INSERT, UPDATE ON billing_usage_windows TO telephony_app, telephony_jobs`,
  `GRANT SELECT ON billing_plan_meters, billing_usage_windows TO telephony_jobs_system`,
];

const DOWN = [
  `REVOKE SELECT ON billing_plan_meters, billing_usage_windows FROM telephony_jobs_system`,
  `REVOKE ALL ON ${READ_BY_JOBS}, billing_usage_windows FROM telephony_jobs`,
  `REVOKE INSERT, UPDATE ON billing_usage_windows FROM telephony_app`,
  `DROP INDEX billing_usage_windows_untold`,
  `ALTER TABLE billing_usage_windows DROP COLUMN attempted_at, DROP COLUMN leased_until`,
  `ALTER TABLE billing_plan_meters DROP COLUMN metered_from`,
];
