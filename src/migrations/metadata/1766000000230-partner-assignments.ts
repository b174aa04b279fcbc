import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners assign their own people, and set up clients of their own. */
export class PartnerAssignments1766000000230 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE portal_user_client_assignments
     ADD assigned_at timestamptz NOT NULL DEFAULT now(),
     ADD assigned_by text NOT NULL DEFAULT 'system'`,
  `UPDATE portal_user_client_assignments SET assigned_at = created_at`,
  `CREATE INDEX portal_user_client_assignments_by_client ON portal_user_client_assignments (client_id, data_env)`,
  `GRANT INSERT (user_id, client_id, data_env, role, assigned_at, assigned_by),
         UPDATE (role, active, is_default, assigned_at, assigned_by)
      ON portal_user_client_assignments TO telephony_requests`,
  // No route gives an internal role: only operators do.
  `CREATE POLICY internal_roles_by_operators_alone ON portal_user_client_assignments AS RESTRICTIVE FOR INSERT TO telephony_requests
     WITH CHECK (role NOT IN ('service_admin', 'service_operator'))`,
  `CREATE POLICY internal_roles_stay ON portal_user_client_assignments AS RESTRICTIVE FOR UPDATE TO telephony_requests
     USING (role NOT IN ('service_admin', 'service_operator'))`,
  // People who could be assigned: the members of the organisations that own the client.
  `CREATE POLICY members_of_owners ON portal_users FOR SELECT TO telephony_requests
     USING (EXISTS (SELECT FROM partner_organisation_members m WHERE m.user_id = portal_users.user_id AND m.active))`,
  // The first key of a client seals what the client is made with, in the transaction that makes it.
  `ALTER TABLE tenant_data_keys DROP CONSTRAINT tenant_data_keys_client_id_fkey`,
];

const DOWN = [
  `ALTER TABLE tenant_data_keys ADD CONSTRAINT tenant_data_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)`,
  `DROP POLICY members_of_owners ON portal_users`,
  `DROP POLICY internal_roles_stay ON portal_user_client_assignments`,
  `DROP POLICY internal_roles_by_operators_alone ON portal_user_client_assignments`,
  `REVOKE INSERT (user_id, client_id, data_env, role, assigned_at, assigned_by),
          UPDATE (role, active, is_default, assigned_at, assigned_by)
       ON portal_user_client_assignments FROM telephony_requests`,
  `DROP INDEX portal_user_client_assignments_by_client`,
  `ALTER TABLE portal_user_client_assignments DROP COLUMN assigned_at, DROP COLUMN assigned_by`,
];
