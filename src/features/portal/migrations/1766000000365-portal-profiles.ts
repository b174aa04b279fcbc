import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem } from '../../../core/registry/row-security.js';

/** A person's display settings, for every browser. */
export class PortalProfiles1766000000365 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE portal_profiles');
  }
}

const UP = [
  `CREATE TABLE portal_profiles (
     subject text NOT NULL,
     language text,
     timezone text,
     updated_at timestamptz NOT NULL,
     CONSTRAINT portal_profiles_pkey PRIMARY KEY (subject)
   )`,
  ...rowsBySystem('portal_profiles'),
  `GRANT SELECT, INSERT, UPDATE (language, timezone, updated_at) ON portal_profiles TO telephony_requests_system`,
];
