import { escapeIdentifier } from 'pg';
import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { ofTenant, tenantTables, type TenantTable } from '../restores/restored-tables.js';

/** A fence belongs to its store. All else moves: a call in progress keeps its slot. */
const STAYS = ['tenant_fences'];

/** Triggers count rows in other tables; after a second round nothing is left. */
const ROUNDS = 3;

/** The next numbers of other tenants are never within this distance of the last one. */
const MARGIN = 100_000n;

/** The tables of a store whose rows move with a tenant. */
export const movedTables = (store: Reader): Promise<TenantTable[]> => tenantTables(store, STAYS);

/** Deletes all of the tenant's rows in a store. May run again. */
export async function deleteRows(store: Reader, tenant: Tenant): Promise<void> {
  const tables = (await movedTables(store)).toReversed();
  for (let round = 1; round <= ROUNDS; round += 1) {
    let deleted = 0;
    for (const { name } of tables) {
      const [gone] = await store.query<{ rows: number }>(
        `WITH gone AS (DELETE FROM ${escapeIdentifier(name)} WHERE ${ofTenant(tenant)} RETURNING 1)
         SELECT count(*)::float8 AS rows FROM gone`,
      );
      deleted += gone!.rows;
    }
    if (deleted === 0) return;
  }
}

/** Continues the sequences of one store above those of the other. */
export async function raiseSequences(from: Reader, to: Reader): Promise<void> {
  const SEQUENCES = `
    SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`;
  type Sequence = { name: string; last: string };
  const there = new Map((await to.query<Sequence>(SEQUENCES)).map(({ name, last }) => [name, BigInt(last)]));
  for (const { name, last } of await from.query<Sequence>(SEQUENCES))
    if ((there.get(name) ?? 0n) < BigInt(last))
      await to.query('SELECT setval($1::regclass, $2::bigint)', [
        escapeIdentifier(name),
        String(BigInt(last) + MARGIN),
      ]);
}
