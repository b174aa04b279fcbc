import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's sessions end with a role of the person, and with the person. */
export class SessionsOfRoles1766000000303 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TRIGGER end_sessions ON portal_users`);
    await db.query(`DROP TRIGGER end_sessions ON portal_user_client_assignments`);
    await db.query(`DROP FUNCTION end_sessions_of_person()`);
  }
}

const UP = [
  // A trigger instead of statements in the routes: connections of a tenant cannot read sessions,
  // and an operator deactivates a person directly in the database.
  `CREATE FUNCTION end_sessions_of_person() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    DELETE FROM portal_sessions s USING portal_users u WHERE u.user_id = OLD.user_id AND s.subject = u.subject;
    RETURN NULL;
  END $$`,
  `REVOKE EXECUTE ON FUNCTION end_sessions_of_person() FROM PUBLIC`,
  ...['portal_users', 'portal_user_client_assignments'].map(
    (table) =>
      `CREATE TRIGGER end_sessions AFTER UPDATE OF active ON ${table}
         FOR EACH ROW WHEN (OLD.active AND NOT NEW.active) EXECUTE FUNCTION end_sessions_of_person()`,
  ),
];
