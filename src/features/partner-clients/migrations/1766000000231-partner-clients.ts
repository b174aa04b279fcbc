import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfClient } from '../../../core/registry/row-security.js';

/** Profiles of the clients that partners set up. */
export class PartnerClients1766000000231 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `CREATE TABLE partner_client_profiles (
     client_id text NOT NULL,
     web_domain text NOT NULL,
     contact_name_encrypted bytea NOT NULL,
     business_email_encrypted bytea NOT NULL,
     engagement_notes_encrypted bytea,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL,
     CONSTRAINT partner_client_profiles_pkey PRIMARY KEY (client_id),
     CONSTRAINT partner_client_profiles_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
   )`,
  ...rowsOfClient('partner_client_profiles'),
  `GRANT SELECT ON partner_client_profiles TO telephony_requests`,
  // The connection is bound to a client that the person already administers, so row-level security
  // prevents writing another client's rows. The function writes only those of the new client, and
  // checks itself whether the person may do so.
  `CREATE FUNCTION provision_partner_client(new_client_id text, new_business_name text, new_timezone text, new_web_domain text, contact_name bytea, business_email bytea, by_organisation text, by_user uuid, at timestamptz) RETURNS boolean
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF NOT EXISTS (
         SELECT FROM portal_user_client_assignments a
           JOIN partner_client_ownerships w ON w.client_id = a.client_id AND w.organisation_id = by_organisation AND w.active
           JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
           JOIN partner_organisation_members m ON m.organisation_id = w.organisation_id AND m.user_id = a.user_id AND m.active
          WHERE a.user_id = by_user AND a.role = 'partner_admin' AND a.active
            AND a.client_id = current_setting('app.client_id', true) AND a.data_env = current_setting('app.data_env', true)) THEN
      RAISE EXCEPTION 'This person administers no client of the organisation.' USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO clients (client_id, business_name, timezone, status) VALUES (new_client_id, new_business_name, new_timezone, 'provisioning')
        ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    INSERT INTO partner_client_profiles (client_id, web_domain, contact_name_encrypted, business_email_encrypted, created_at, created_by)
    VALUES (new_client_id, new_web_domain, contact_name, business_email, at, by_user::text);
    INSERT INTO partner_client_ownerships (organisation_id, client_id) VALUES (by_organisation, new_client_id);
    INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, assigned_at, assigned_by)
    VALUES (by_user, new_client_id, 'prod', 'partner_admin', at, by_user::text);
    RETURN true;
  END $$`,
  `REVOKE EXECUTE ON FUNCTION provision_partner_client(text, text, text, text, bytea, bytea, text, uuid, timestamptz) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION provision_partner_client(text, text, text, text, bytea, bytea, text, uuid, timestamptz) TO telephony_requests`,
  // Columns that one statement over all clients of a person counts.
  `GRANT SELECT (client_id, data_env, project_id, lifecycle_state) ON projects TO telephony_requests_system`,
  `GRANT SELECT (client_id, data_env, project_id) ON project_drafts TO telephony_requests_system`,
  `GRANT SELECT (client_id, data_env, project_id, member_id, active) ON project_assignments TO telephony_requests_system`,
];

const DOWN = [
  `REVOKE SELECT (client_id, data_env, project_id, member_id, active) ON project_assignments FROM telephony_requests_system`,
  `REVOKE SELECT (client_id, data_env, project_id) ON project_drafts FROM telephony_requests_system`,
  `REVOKE SELECT (client_id, data_env, project_id, lifecycle_state) ON projects FROM telephony_requests_system`,
  `DROP FUNCTION provision_partner_client(text, text, text, text, bytea, bytea, text, uuid, timestamptz)`,
  `DROP TABLE partner_client_profiles`,
];
