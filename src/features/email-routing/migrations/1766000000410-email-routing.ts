import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Addresses for notices, and their topics. */
export class EmailRouting1766000000410 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE email_addresses (
     client_id text NOT NULL,
     data_env text NOT NULL,
     address_id uuid NOT NULL,
     organisation_id text,
     email_sealed bytea NOT NULL,
     email_hash bytea NOT NULL,
     label text NOT NULL,
     language text NOT NULL,
     topics text[] NOT NULL,
     status text NOT NULL DEFAULT 'pending',
     token_hash bytea,
     token_expires_at timestamptz,
     unsubscribe_hash bytea NOT NULL,
     mail_sealed bytea,
     mail_status text NOT NULL DEFAULT 'pending',
     sends integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     created_by text NOT NULL,
     verified_at timestamptz,
     ended_at timestamptz,
     CONSTRAINT email_addresses_pkey PRIMARY KEY (client_id, data_env, address_id),
     CONSTRAINT email_addresses_token_key UNIQUE (token_hash),
     CONSTRAINT email_addresses_unsubscribe_key UNIQUE (unsubscribe_hash),
     CONSTRAINT email_addresses_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT email_addresses_language_check CHECK (language IN ('en', 'de')),
     CONSTRAINT email_addresses_status_check CHECK (status IN ('pending', 'verified', 'bounced', 'removed')),
     CONSTRAINT email_addresses_mail_status_check CHECK (mail_status IN ('pending', 'sent', 'failed')),
     CONSTRAINT email_addresses_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT email_addresses_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id)
   )`,
  `CREATE UNIQUE INDEX email_addresses_of_customer ON email_addresses (client_id, data_env, email_hash) WHERE organisation_id IS NULL`,
  `CREATE UNIQUE INDEX email_addresses_of_partner ON email_addresses (client_id, data_env, organisation_id, email_hash) WHERE organisation_id IS NOT NULL`,
  `CREATE INDEX email_addresses_by_email ON email_addresses (email_hash)`,
  ...rowsOfTenant('email_addresses'),
  `GRANT SELECT, INSERT, DELETE,
         UPDATE (label, language, topics, status, token_hash, token_expires_at, mail_sealed, mail_status, sends, created_at, created_by, verified_at, ended_at)
      ON email_addresses TO telephony_requests`,
  // A link's address is looked up before the tenant is known, and so is one that bounced.
  `GRANT SELECT ON email_addresses TO telephony_requests_system`,
  `GRANT SELECT, UPDATE (mail_sealed, mail_status) ON email_addresses TO telephony_jobs`,
  `GRANT SELECT, UPDATE (status, ended_at, token_hash, token_expires_at, mail_sealed) ON email_addresses TO telephony_operations`,
];

const DOWN = [`DROP TABLE email_addresses`];
