import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An administrator of the organisation creates a client, and gets a role through that organisation.
 */
export class ProvisioningOrganisation1766000000304 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `CREATE OR REPLACE FUNCTION provision_partner_client(new_client_id text, new_business_name text, new_timezone text, new_web_domain text, contact_name bytea, business_email bytea, by_organisation text, by_user uuid, at timestamptz) RETURNS boolean
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF NOT EXISTS (
         SELECT FROM portal_user_client_assignments a
           JOIN partner_client_ownerships w ON w.client_id = a.client_id AND w.organisation_id = by_organisation AND w.active
           JOIN partner_organisations p ON p.organisation_id = w.organisation_id AND p.active
           JOIN partner_organisation_members m ON m.organisation_id = w.organisation_id AND m.user_id = a.user_id AND m.active
          WHERE a.user_id = by_user AND a.role = 'partner_admin' AND a.active AND a.organisation_id = by_organisation
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
    INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role, organisation_id, assigned_at, assigned_by)
    VALUES (by_user, new_client_id, 'prod', 'partner_admin', by_organisation, at, by_user::text);
    RETURN true;
  END $$`;

const DOWN = `CREATE OR REPLACE FUNCTION provision_partner_client(new_client_id text, new_business_name text, new_timezone text, new_web_domain text, contact_name bytea, business_email bytea, by_organisation text, by_user uuid, at timestamptz) RETURNS boolean
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
  END $$`;
