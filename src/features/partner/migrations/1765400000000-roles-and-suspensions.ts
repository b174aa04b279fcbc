import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators give and end roles of people, and suspend clients. */
export class RolesAndSuspensions1765400000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [columns, table] of CHANGED)
      await db.query(`GRANT UPDATE (${columns}) ON ${table} TO telephony_operations`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [columns, table] of CHANGED)
      await db.query(`REVOKE UPDATE (${columns}) ON ${table} FROM telephony_operations`);
  }
}

const CHANGED = [
  ['role, active, is_default', 'portal_user_client_assignments'],
  ['status, updated_at', 'clients'],
] as const;
