import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a tenant permits its roles to see of callers, kind by kind. */
export class PiiPolicies1763800000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(TABLE);
    await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON pii_policies TO telephony_app`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE pii_policies`);
  }
}

const TABLE = `
  CREATE TABLE pii_policies (
    client_id text NOT NULL,
    data_env text NOT NULL,
    role text NOT NULL,
    kind text NOT NULL,
    allowed boolean NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    updated_by text NOT NULL,
    CONSTRAINT pii_policies_data_env_check CHECK (data_env IN ('prod', 'staging', 'dev')),
    CONSTRAINT pii_policies_role_check CHECK (role IN ('partner_admin', 'partner_user', 'client_admin', 'client_manager', 'client_staff', 'service_admin', 'service_operator', 'read-only', 'full-access')),
    CONSTRAINT pii_policies_kind_check CHECK (kind IN ('raw_caller', 'summary', 'transcript')),
    CONSTRAINT pii_policies_pkey PRIMARY KEY (client_id, data_env, role, kind),
    CONSTRAINT pii_policies_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id)
  )`;
