import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Assignments to projects end with the role of their person. */
export class AssignmentsOfRoles1766000000302 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`REVOKE UPDATE (active, revision) ON project_assignments FROM telephony_operations`);
  }
}

const UP = [
  // Otherwise assignments of ended roles would return with the person's next role.
  `UPDATE project_assignments p SET active = false, revision = p.revision + 1
    WHERE p.active AND NOT EXISTS (
          SELECT FROM portal_user_client_assignments a
           WHERE a.user_id = p.member_id AND a.client_id = p.client_id AND a.data_env = p.data_env AND a.active)`,
  `GRANT UPDATE (active, revision) ON project_assignments TO telephony_operations`,
];
