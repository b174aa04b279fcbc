import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells a process whose pepper is not the one that API keys were made with. */
export class SecretFingerprints1765500000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE secret_fingerprints');
  }
}

const UP = [
  `CREATE TABLE secret_fingerprints (
     name text NOT NULL,
     fingerprint bytea NOT NULL,
     noted_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT secret_fingerprints_pkey PRIMARY KEY (name)
   )`,
  `GRANT SELECT, INSERT ON secret_fingerprints TO telephony_requests_system, telephony_jobs_system`,
];
