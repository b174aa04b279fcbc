import type { MigrationInterface, QueryRunner } from 'typeorm';

const GRANTS = [
  // A subject shows whether a directory created the person.
  ['SELECT (subject) ON portal_users', 'telephony_requests'],
  // Commands end roles and reset factors, too.
  ['DELETE, SELECT (client_id, data_env, connection_id, user_id) ON sso_identities', 'telephony_operations'],
  ['SELECT (client_id, data_env, connection_id, default_role) ON sso_connections', 'telephony_operations'],
] as const;

/** Ends links of people together with what they depend on. */
export class LinkEnds1766000000666 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [rights, role] of GRANTS) await db.query(`GRANT ${rights} TO ${role}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [rights, role] of GRANTS) await db.query(`REVOKE ${rights} FROM ${role}`);
  }
}
