import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations that end with a role, for operators' commands too. */
export class RoleEndings1766000000301 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `REVOKE SELECT, UPDATE (withdrawn_at, withdrawn_by, mail_sealed) ON person_invitations FROM telephony_operations`,
    );
  }
}

const UP = [
  // If several organisations could have given a role, the last invitation that the person accepted
  // shows which one did.
  `UPDATE portal_user_client_assignments a SET organisation_id = i.organisation_id
     FROM (SELECT DISTINCT ON (v.client_id, v.data_env, v.accepted_by) v.client_id, v.data_env, v.accepted_by, v.organisation_id
             FROM person_invitations v
            WHERE v.accepted_by IS NOT NULL
            ORDER BY v.client_id, v.data_env, v.accepted_by, v.accepted_at DESC) i
    WHERE a.client_id = i.client_id AND a.data_env = i.data_env AND a.user_id = i.accepted_by
      AND a.role IN ('partner_admin', 'partner_user') AND a.organisation_id IS NULL`,
  `GRANT SELECT, UPDATE (withdrawn_at, withdrawn_by, mail_sealed) ON person_invitations TO telephony_operations`,
];
