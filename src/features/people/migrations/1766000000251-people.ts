import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Invitations of people to roles. */
export class People1766000000251 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE person_invitations (
     client_id text NOT NULL,
     data_env text NOT NULL,
     invitation_id uuid NOT NULL,
     role text NOT NULL,
     organisation_id text,
     email_sealed bytea NOT NULL,
     email_hash bytea NOT NULL,
     token_hash bytea NOT NULL,
     mail_sealed bytea,
     mail_status text NOT NULL DEFAULT 'pending',
     sends integer NOT NULL DEFAULT 1,
     sent_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     created_by text NOT NULL,
     accepted_at timestamptz,
     accepted_by uuid,
     withdrawn_at timestamptz,
     withdrawn_by text,
     CONSTRAINT person_invitations_pkey PRIMARY KEY (client_id, data_env, invitation_id),
     CONSTRAINT person_invitations_token_key UNIQUE (token_hash),
     CONSTRAINT person_invitations_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
     CONSTRAINT person_invitations_role_check CHECK (role IN ('partner_admin', 'partner_user', 'client_admin', 'client_manager', 'client_staff')),
     CONSTRAINT person_invitations_mail_status_check CHECK (mail_status IN ('pending', 'sent', 'failed')),
     CONSTRAINT person_invitations_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT person_invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id),
     CONSTRAINT person_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES portal_users(user_id)
   )`,
  `CREATE UNIQUE INDEX person_invitations_one_open ON person_invitations (client_id, data_env, email_hash) WHERE accepted_at IS NULL AND withdrawn_at IS NULL`,
  `CREATE INDEX person_invitations_by_person ON person_invitations (client_id, data_env, accepted_by)`,
  ...rowsOfTenant('person_invitations'),
  `GRANT SELECT, INSERT,
         UPDATE (token_hash, mail_sealed, mail_status, sends, sent_at, expires_at, created_by, accepted_at, accepted_by, withdrawn_at, withdrawn_by)
      ON person_invitations TO telephony_requests`,
  // The lookup of a token's invitation comes before the tenant is known.
  `GRANT SELECT ON person_invitations TO telephony_requests_system`,
  `GRANT SELECT, UPDATE (mail_sealed, mail_status) ON person_invitations TO telephony_jobs`,
];

const DOWN = [`DROP TABLE person_invitations`];
