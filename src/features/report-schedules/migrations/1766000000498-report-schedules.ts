import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Reports that are mailed after each period, and the outcome of each period. */
export class ReportSchedules1766000000498 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const ENDED = 'status, mails_open, mails_sent, mails_failed, sent_at, failure_code';

const UP = [
  `CREATE TABLE report_schedules (
     client_id text NOT NULL,
     data_env text NOT NULL,
     schedule_id uuid NOT NULL,
     owner_id uuid NOT NULL,
     organisation_id text,
     name text NOT NULL,
     report text NOT NULL,
     project_ids text[] NOT NULL,
     frequency text NOT NULL,
     send_at_local text NOT NULL,
     timezone text NOT NULL,
     recipients uuid[] NOT NULL,
     skip_empty boolean NOT NULL,
     status text NOT NULL,
     pause_reason text,
     next_from text NOT NULL,
     next_run_at timestamptz NOT NULL,
     etag text NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT report_schedules_pkey PRIMARY KEY (client_id, data_env, schedule_id),
     CONSTRAINT report_schedules_report_check CHECK (report IN ('overview', 'outcomes', 'campaigns', 'usage')),
     CONSTRAINT report_schedules_frequency_check CHECK (frequency IN ('daily', 'weekly', 'monthly')),
     CONSTRAINT report_schedules_status_check CHECK (status IN ('active', 'paused', 'failing')),
     CONSTRAINT report_schedules_pause_check CHECK ((status = 'paused') = (pause_reason IS NOT NULL)),
     CONSTRAINT report_schedules_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT report_schedules_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES portal_users(user_id),
     CONSTRAINT report_schedules_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id)
   )`,
  `CREATE INDEX report_schedules_due ON report_schedules (next_run_at) WHERE status <> 'paused'`,
  ...rowsOfTenant('report_schedules'),
  `CREATE TABLE report_deliveries (
     client_id text NOT NULL,
     data_env text NOT NULL,
     delivery_id uuid NOT NULL,
     schedule_id uuid NOT NULL,
     frequency text NOT NULL,
     timezone text NOT NULL,
     period_from text NOT NULL,
     period_until text NOT NULL,
     period_start timestamptz NOT NULL,
     period_end timestamptz NOT NULL,
     status text NOT NULL DEFAULT 'pending',
     mails_open integer NOT NULL DEFAULT 0,
     mails_sent integer NOT NULL DEFAULT 0,
     mails_failed integer NOT NULL DEFAULT 0,
     sent_at timestamptz,
     failure_code text,
     CONSTRAINT report_deliveries_pkey PRIMARY KEY (client_id, data_env, delivery_id),
     CONSTRAINT report_deliveries_period_key UNIQUE (client_id, data_env, schedule_id, frequency, period_from),
     CONSTRAINT report_deliveries_status_check CHECK (status IN ('pending', 'sent', 'failed', 'skipped_empty')),
     CONSTRAINT report_deliveries_client_id_data_env_schedule_id_fkey FOREIGN KEY (client_id, data_env, schedule_id)
       REFERENCES report_schedules(client_id, data_env, schedule_id) ON DELETE CASCADE
   )`,
  ...rowsOfTenant('report_deliveries'),
  `GRANT SELECT, INSERT, DELETE,
         UPDATE (owner_id, name, report, project_ids, frequency, send_at_local, timezone, recipients, skip_empty,
                 status, pause_reason, next_from, next_run_at, etag, updated_at)
      ON report_schedules TO telephony_requests`,
  `GRANT SELECT ON report_deliveries TO telephony_requests`,
  // The worker claims periods and records their outcomes; it reads with the rights of a schedule's
  // owner.
  `GRANT SELECT, UPDATE (status, pause_reason, next_from, next_run_at, etag) ON report_schedules TO telephony_jobs`,
  `GRANT SELECT (client_id, data_env, status, next_run_at) ON report_schedules TO telephony_jobs_system`,
  `GRANT SELECT, INSERT, UPDATE (${ENDED}) ON report_deliveries TO telephony_jobs`,
  // Deleting an address ends its waiting notices, which may end a delivery.
  `GRANT UPDATE (${ENDED}) ON report_deliveries TO telephony_requests`,
  `GRANT UPDATE (status, reason, ended_at) ON notices TO telephony_requests`,
];

const DOWN = [
  `REVOKE UPDATE (status, reason, ended_at) ON notices FROM telephony_requests`,
  `DROP TABLE report_deliveries`,
  `DROP TABLE report_schedules`,
];
