import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The organisation of a partner role is stored with the role. */
export class RoleOrganisations1766000000300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE portal_user_client_assignments
     ADD COLUMN organisation_id text,
     ADD CONSTRAINT portal_user_client_assignments_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES partner_organisations(organisation_id)`,
  // Only if exactly one organisation can have given the role. Ended memberships and ownerships
  // count too, because the role may be from that time. If several can have given it, the migration
  // of people looks at the invitation; other roles are not effective until they are granted again.
  `UPDATE portal_user_client_assignments a SET organisation_id = o.organisation_id
     FROM (SELECT r.assignment_id, min(m.organisation_id) AS organisation_id
             FROM portal_user_client_assignments r
             JOIN partner_organisation_members m ON m.user_id = r.user_id
             JOIN partner_client_ownerships w ON w.organisation_id = m.organisation_id AND w.client_id = r.client_id
            WHERE r.role IN ('partner_admin', 'partner_user')
            GROUP BY r.assignment_id HAVING count(*) = 1) o
    WHERE o.assignment_id = a.assignment_id`,
  `GRANT INSERT (organisation_id), UPDATE (organisation_id) ON portal_user_client_assignments TO telephony_requests`,
  `GRANT UPDATE (organisation_id, assigned_at, assigned_by) ON portal_user_client_assignments TO telephony_operations`,
  // A key passes to the colleague who becomes responsible for it.
  `GRANT UPDATE (created_by) ON api_keys TO telephony_requests, telephony_operations`,
];

const DOWN = [
  `REVOKE UPDATE (created_by) ON api_keys FROM telephony_requests, telephony_operations`,
  `REVOKE UPDATE (assigned_at, assigned_by) ON portal_user_client_assignments FROM telephony_operations`,
  `ALTER TABLE portal_user_client_assignments DROP COLUMN organisation_id`,
];
