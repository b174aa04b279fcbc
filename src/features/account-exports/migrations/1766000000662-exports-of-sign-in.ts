import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The worker reads who may sign in and how, for account exports. */
export class ExportsOfSignIn1766000000662 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const rights of READ) await db.query(`GRANT ${rights} TO telephony_jobs`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const rights of READ) await db.query(`REVOKE ${rights} FROM telephony_jobs`);
  }
}

/** Without secrets and their hashes. */
const READ = [
  `SELECT (kind, settings, default_role, version, tested_version, tested_at, serving_version, created_by, updated_at, updated_by) ON sso_connections`,
  `SELECT (client_id, data_env, connection_id, user_id, created_at) ON sso_identities`,
  `SELECT (factor_id, created_at) ON second_factors`,
  `SELECT ON mfa_policies`,
  `SELECT (added_at, added_by) ON break_glass_holders`,
  `SELECT (holder_id, signed_in_at, closed_by, confirmed_by) ON break_glass_uses`,
  `SELECT ON directory_settings, directory_groups, directory_members, directory_events`,
  `SELECT (client_id, data_env, token_id, name, last_four, created_at, created_by, expires_at, replaced_by, revoked_at, revoked_by, last_used_at) ON directory_tokens`,
  `SELECT (origin, status, active, revision, created_at, updated_at) ON directory_users`,
];
