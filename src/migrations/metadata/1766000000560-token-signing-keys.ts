import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsBySystem } from '../../core/registry/row-security.js';

/** The keys with which the service signs the tokens of its sessions. */
export class TokenSigningKeys1766000000560 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE token_signing_keys');
  }
}

const UP = [
  `CREATE TABLE token_signing_keys (
     key_id uuid NOT NULL,
     period integer NOT NULL,
     sealed_under text NOT NULL,
     public_jwk jsonb NOT NULL,
     private_encrypted bytea NOT NULL,
     ends_at timestamptz NOT NULL,
     CONSTRAINT token_signing_keys_pkey PRIMARY KEY (key_id),
     CONSTRAINT token_signing_keys_period_sealed_under_key UNIQUE (period, sealed_under)
   )`,
  ...rowsBySystem('token_signing_keys'),
  `GRANT SELECT, INSERT, DELETE ON token_signing_keys TO telephony_requests_system`,
];
