import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions of people by the provider's subject: who accepts an invitation signs in before there is
 * a user.
 */
export class SessionsOfSubjects1766000000241 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE portal_sessions ADD COLUMN subject text`,
  `UPDATE portal_sessions s SET subject = u.subject FROM portal_users u WHERE u.user_id = s.user_id`,
  `ALTER TABLE portal_sessions ALTER COLUMN subject SET NOT NULL`,
  `ALTER TABLE portal_sessions DROP COLUMN user_id`,
  `CREATE INDEX portal_sessions_by_subject ON portal_sessions (subject, created_at)`,
];

// Sessions of people who are no users cannot be kept.
const DOWN = [
  `ALTER TABLE portal_sessions ADD COLUMN user_id uuid CONSTRAINT portal_sessions_user_id_fkey REFERENCES portal_users(user_id)`,
  `UPDATE portal_sessions s SET user_id = u.user_id FROM portal_users u WHERE u.subject = s.subject`,
  `DELETE FROM portal_sessions WHERE user_id IS NULL`,
  `ALTER TABLE portal_sessions ALTER COLUMN user_id SET NOT NULL`,
  `ALTER TABLE portal_sessions DROP COLUMN subject`,
  `CREATE INDEX portal_sessions_by_user ON portal_sessions (user_id, created_at)`,
];
