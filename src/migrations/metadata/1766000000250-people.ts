import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators change the roles of people, and people take up roles by invitation. */
export class PeopleOfClients1766000000250 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE portal_user_client_assignments ADD last_seen_at timestamptz`,
  `GRANT UPDATE (last_seen_at) ON portal_user_client_assignments TO telephony_requests_system`,
  // A person is added with the first role that it takes up; nothing of it can be changed.
  `GRANT INSERT (user_id, subject, display_name) ON portal_users TO telephony_requests`,
  `CREATE POLICY people_are_added ON portal_users FOR INSERT TO telephony_requests WITH CHECK (true)`,
  `GRANT INSERT (organisation_id, user_id) ON partner_organisation_members TO telephony_requests`,
  `CREATE POLICY members_are_added_by_owners ON partner_organisation_members FOR INSERT TO telephony_requests
     WITH CHECK (EXISTS (SELECT FROM partner_client_ownerships w WHERE w.organisation_id = partner_organisation_members.organisation_id AND w.client_id = (SELECT current_setting('app.client_id', true)) AND w.active))`,
];

const DOWN = [
  `DROP POLICY members_are_added_by_owners ON partner_organisation_members`,
  `REVOKE INSERT (organisation_id, user_id) ON partner_organisation_members FROM telephony_requests`,
  `DROP POLICY people_are_added ON portal_users`,
  `REVOKE INSERT (user_id, subject, display_name) ON portal_users FROM telephony_requests`,
  `REVOKE UPDATE (last_seen_at) ON portal_user_client_assignments FROM telephony_requests_system`,
  `ALTER TABLE portal_user_client_assignments DROP COLUMN last_seen_at`,
];
