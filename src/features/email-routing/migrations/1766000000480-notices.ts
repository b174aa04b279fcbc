import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** The outbox of notices. */
export class Notices1766000000480 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

/** The worker looks up the rights of the person who manages an address. */
const READ_BY_WORKER = [
  'ON project_assignments TO telephony_jobs',
  '(client_id, status) ON clients TO telephony_jobs_system',
  '(user_id, active) ON portal_users TO telephony_jobs_system',
  'ON portal_user_client_assignments TO telephony_jobs_system',
  'ON partner_organisation_members TO telephony_jobs_system',
  'ON partner_organisations TO telephony_jobs_system',
  'ON partner_client_ownerships TO telephony_jobs_system',
];

/** A worker disables an address that its mail server refuses. */
const BOUNCED_BY_WORKER = '(status, ended_at, token_hash, token_expires_at) ON email_addresses';
/** The tenants with addresses to notify. */
const LISTENERS = '(client_id, data_env, status, topics) ON email_addresses';

const UP = [
  `CREATE TABLE notices (
     client_id text NOT NULL,
     data_env text NOT NULL,
     notice_id uuid NOT NULL,
     kind text NOT NULL,
     subject text NOT NULL,
     period text NOT NULL,
     address_id uuid NOT NULL,
     facts jsonb NOT NULL,
     status text NOT NULL DEFAULT 'waiting',
     reason text,
     attempts integer NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL DEFAULT now(),
     ended_at timestamptz,
     CONSTRAINT notices_pkey PRIMARY KEY (client_id, data_env, notice_id),
     CONSTRAINT notices_once_key UNIQUE (client_id, data_env, address_id, kind, subject, period),
     CONSTRAINT notices_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT notices_status_check CHECK (status IN ('waiting', 'sent', 'failed', 'dropped')),
     CONSTRAINT notices_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT notices_client_id_data_env_address_id_fkey FOREIGN KEY (client_id, data_env, address_id)
       REFERENCES email_addresses(client_id, data_env, address_id) ON DELETE CASCADE
   )`,
  ...rowsOfTenant('notices'),
  `GRANT SELECT, INSERT ON notices TO telephony_requests`,
  `GRANT SELECT, INSERT, UPDATE (status, reason, attempts, ended_at) ON notices TO telephony_jobs`,
  `GRANT SELECT ON notices TO telephony_operations`,
  `GRANT UPDATE ${BOUNCED_BY_WORKER} TO telephony_jobs`,
  `GRANT SELECT ${LISTENERS} TO telephony_jobs_system`,
  ...READ_BY_WORKER.map((what) => `GRANT SELECT ${what}`),
];

const DOWN = [
  ...READ_BY_WORKER.map((what) => `REVOKE SELECT ${what.replace(' TO ', ' FROM ')}`),
  `REVOKE SELECT ${LISTENERS} FROM telephony_jobs_system`,
  `REVOKE UPDATE ${BOUNCED_BY_WORKER} FROM telephony_jobs`,
  `DROP TABLE notices`,
];
