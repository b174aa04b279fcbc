import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers keep their own allowlists. */
export class IpAllowlist1766000000252 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const statement of DOWN) await db.query(statement);
  }
}

const UP = [
  `ALTER TABLE tenant_ip_allowlist ADD label text NOT NULL DEFAULT ''`,
  `GRANT SELECT, INSERT (client_id, data_env, network, label), UPDATE (label), DELETE ON tenant_ip_allowlist TO telephony_requests`,
];

const DOWN = [
  `REVOKE SELECT, INSERT (client_id, data_env, network, label), UPDATE (label), DELETE ON tenant_ip_allowlist FROM telephony_requests`,
  `ALTER TABLE tenant_ip_allowlist DROP COLUMN label`,
];
