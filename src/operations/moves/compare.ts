import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { sumOf, type TenantTable } from '../restores/restored-tables.js';

export class MoveHeldUp extends Error {
  override readonly name = 'MoveHeldUp';
}

/** @throws MoveHeldUp naming a table that differs between the stores */
export function refuseOtherSchema(tables: readonly TenantTable[], others: readonly TenantTable[]): void {
  const shapes = (list: readonly TenantTable[]): string[] =>
    list.map(({ name, shape }) => `${name}: ${shape}`);
  const [here, there] = [shapes(tables), shapes(others)];
  const [other] = [...here.filter((it) => !there.includes(it)), ...there.filter((it) => !here.includes(it))];
  if (other !== undefined)
    throw new MoveHeldUp(`The stores differ in the table ${other.split(':')[0]}. Run migrate first.`);
}

/**
 * Compares the tenant's rows of both stores by counts and checksums, in snapshots that were taken while writers waited.
 * @returns the number of rows
 * @throws MoveHeldUp naming the first table that differs
 */
export async function compareSnapshots(
  source: Reader,
  target: Reader,
  tenant: Tenant,
  tables: readonly TenantTable[],
): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const [here, there] = await Promise.all([
      sumOf(source, table, tenant, []),
      sumOf(target, table, tenant, []),
    ]);
    if (here.rows !== there.rows || here.checksum !== there.checksum)
      throw new MoveHeldUp(
        `${table.name} differs: ${here.rows} rows (checksum ${here.checksum}) in the source, ${there.rows} (${there.checksum}) in the target. Undo the move, and start it again.`,
      );
    rows += here.rows;
  }
  return rows;
}

// One process in each store: others would take the processors from requests, which give up after
// 0.8 s.
const SNAPSHOT =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL max_parallel_workers_per_gather = 0; SELECT 1';

/** Takes a snapshot in each store at the same moment; it lasts until `endSnapshots`. */
export const beginSnapshots = async (...stores: readonly Reader[]): Promise<void> => {
  await Promise.all(stores.map((store) => store.query(SNAPSHOT)));
};

export const endSnapshots = async (...stores: readonly Reader[]): Promise<void> => {
  await Promise.all(stores.map((store) => store.query('ROLLBACK').catch(() => undefined)));
};
