import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts of usage, when they were reached, and the billing period that the provider told last. */
export class UsageAlerts1764800040000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
    for (const table of TABLES) {
      await db.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await db.query(`CREATE POLICY all_rows ON ${table} TO ${SEES_ALL} USING (true)`);
      await db.query(
        `CREATE POLICY tenant_isolation ON ${table} TO ${BOUND} USING (client_id = ${CLIENT} AND data_env = ${DATA_ENV})`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const TABLES = ['billing_usage_alerts', 'billing_alert_crossings'];
const SEES_ALL = 'telephony_requests_system, telephony_jobs_system, telephony_app';
const BOUND = 'telephony_requests, telephony_jobs, telephony_operations';

// The sub-selects make PostgreSQL read each setting once per statement instead of once per row.
const CLIENT = `(SELECT current_setting('app.client_id', true))`;
const DATA_ENV = `(SELECT current_setting('app.data_env', true))`;

const UP = [
  `CREATE TABLE billing_usage_alerts (
     client_id text NOT NULL,
     data_env text NOT NULL,
     alert_id uuid NOT NULL DEFAULT uuidv7(),
     meter_id text NOT NULL,
     project_id text,
     threshold_type text NOT NULL,
     threshold_value bigint NOT NULL,
     action text NOT NULL,
     revision integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT billing_usage_alerts_pkey PRIMARY KEY (client_id, data_env, alert_id),
     CONSTRAINT billing_usage_alerts_meter_id_check CHECK (meter_id IN ('minutes', 'sms_segments')),
     CONSTRAINT billing_usage_alerts_threshold_check
       CHECK (threshold_type IN ('units', 'included_percent', 'amount_cents') AND threshold_value > 0),
     CONSTRAINT billing_usage_alerts_action_check CHECK (action IN ('notify', 'pause_campaigns')),
     CONSTRAINT billing_usage_alerts_client_id_data_env_fkey
       FOREIGN KEY (client_id, data_env) REFERENCES billing_plans(client_id, data_env)
   )`,
  `CREATE TABLE billing_alert_crossings (
     client_id text NOT NULL,
     data_env text NOT NULL,
     alert_id uuid NOT NULL,
     revision integer NOT NULL,
     period_start timestamptz NOT NULL,
     period_end timestamptz NOT NULL,
     reached_at timestamptz NOT NULL,
     quantity bigint NOT NULL,
     mail_status text NOT NULL DEFAULT 'pending',
     CONSTRAINT billing_alert_crossings_pkey PRIMARY KEY (client_id, data_env, alert_id, revision, period_start),
     CONSTRAINT billing_alert_crossings_mail_check
       CHECK (mail_status IN ('pending', 'sent', 'failed', 'no_recipient')),
     CONSTRAINT billing_alert_crossings_client_id_data_env_alert_id_fkey
       FOREIGN KEY (client_id, data_env, alert_id)
       REFERENCES billing_usage_alerts(client_id, data_env, alert_id) ON DELETE CASCADE
   )`,
  `CREATE INDEX billing_alert_crossings_in_force ON billing_alert_crossings (client_id, data_env, period_end)`,
  `ALTER TABLE billing_plans ADD COLUMN period_start timestamptz, ADD COLUMN period_end timestamptz`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON billing_usage_alerts TO telephony_app, telephony_requests`,
  `GRANT SELECT ON billing_alert_crossings TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (mail_status) ON billing_alert_crossings TO telephony_app, telephony_jobs`,
  // The worker locks the alert that it finds reached.
  `GRANT SELECT, UPDATE (updated_at) ON billing_usage_alerts TO telephony_jobs`,
  `GRANT SELECT ON billing_usage_alerts TO telephony_jobs_system`,
  `GRANT UPDATE (period_start, period_end) ON billing_plans TO telephony_app, telephony_jobs`,
];

const DOWN = [
  `REVOKE UPDATE (period_start, period_end) ON billing_plans FROM telephony_jobs`,
  `ALTER TABLE billing_plans DROP COLUMN period_start, DROP COLUMN period_end`,
  `DROP TABLE billing_alert_crossings, billing_usage_alerts`,
];
