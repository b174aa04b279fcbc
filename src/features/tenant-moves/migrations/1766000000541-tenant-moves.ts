import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowsOfTenant } from '../../../core/registry/row-security.js';

/** Moves of tenants between stores; an operator's command switches the tenant's route. */
export class TenantMoves1766000000541 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const statement of UP) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('REVOKE UPDATE (store_id) ON tenant_routes FROM telephony_operations');
    await db.query('DROP TABLE tenant_moves');
  }
}

const UP = [
  `CREATE TABLE tenant_moves (
     client_id text NOT NULL,
     data_env text NOT NULL,
     move_id uuid NOT NULL,
     source_store text NOT NULL,
     target_store text NOT NULL,
     state text NOT NULL,
     started_at timestamptz NOT NULL,
     state_at timestamptz NOT NULL,
     ended_at timestamptz,
     tables integer NOT NULL DEFAULT 0,
     tables_copied integer NOT NULL DEFAULT 0,
     rows_compared bigint,
     pause_ms integer,
     note text,
     CONSTRAINT tenant_moves_pkey PRIMARY KEY (client_id, data_env, move_id),
     CONSTRAINT tenant_moves_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(client_id),
     CONSTRAINT tenant_moves_state_check
       CHECK (state IN ('copying', 'catching_up', 'comparing', 'switching', 'done', 'undone'))
   )`,
  `CREATE UNIQUE INDEX tenant_moves_one_open ON tenant_moves (client_id, data_env) WHERE ended_at IS NULL`,
  ...rowsOfTenant('tenant_moves'),
  `GRANT SELECT, INSERT, UPDATE (state, state_at, ended_at, tables, tables_copied, rows_compared, pause_ms, note)
     ON tenant_moves TO telephony_operations`,
  `GRANT SELECT ON tenant_moves TO telephony_requests, telephony_requests_system`,
  `GRANT UPDATE (store_id) ON tenant_routes TO telephony_operations`,
];
