import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A directory may change the names of people whom it created, even while they have no role. */
export class ProvisionedPeople1766000000601 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const OF_CLIENT = `starts_with(subject, 'directory:')
     AND split_part(subject, ':', 2) = (SELECT current_setting('app.client_id', true))`;

const UP = [
  `CREATE POLICY people_of_the_directory ON portal_users FOR SELECT TO telephony_requests USING (${OF_CLIENT})`,
  `CREATE POLICY directory_names_people ON portal_users FOR UPDATE TO telephony_requests USING (${OF_CLIENT})`,
  `GRANT UPDATE (display_name) ON portal_users TO telephony_requests`,
];

const DOWN = [
  `REVOKE UPDATE (display_name) ON portal_users FROM telephony_requests`,
  `DROP POLICY directory_names_people ON portal_users`,
  `DROP POLICY people_of_the_directory ON portal_users`,
];
