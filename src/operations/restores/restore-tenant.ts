import { escapeIdentifier } from 'pg';
import type { Tenant } from '../../core/shared/auth-context.js';
import type { Reader } from '../connection/owner-connection.js';
import { keepHolds, readHolds } from './kept-holds.js';
import { clearUnfinishedBuilds, offerReadyBuilds } from './restored-builds.js';
import { NotRestored } from './not-restored.js';
import { MERGED, ofTenant, sumOf, tenantTables, type Sum, type TenantTable } from './restored-tables.js';

/** A row is a few hundred bytes. */
const ROWS_AT_ONCE = 2_000;
/** Triggers count rows in other tables; after a second round those are as they were. */
const ROUNDS = 3;

/** A table before and after the restore. */
interface RestoredTable {
  readonly name: string;
  readonly rowsBefore: number;
  readonly now: Sum;
  /** Later rows stayed. */
  readonly isMerged: boolean;
}

interface Restore {
  readonly tables: readonly RestoredTable[];
  /** Partitions that this store has dropped since. */
  readonly dropped: readonly string[];
  /** Callers and contacts that were erased after the moment. */
  readonly erasedSince: number;
  /** Campaigns that dial, or will. */
  readonly dialling: number;
}

/** The databases of a restore, as the roles that own their tables. */
interface Databases {
  readonly live: Reader;
  /** The store as of the moment, which is only read. */
  readonly copy: Reader;
  readonly metadata: Reader;
}

/**
 * Replaces a tenant's rows in a store with those of a recovered copy, in one transaction of each. Opt-outs, erasures, legal holds and builds of knowledge since then stay. Rows of other tenants are not touched.
 * @throws NotRestored with the reason
 */
export async function restoreTenant({ live, copy, metadata }: Databases, tenant: Tenant): Promise<Restore> {
  await copy.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await live.query('BEGIN');
  try {
    const tables = await tenantTables(live);
    refuseOtherSchema(tables, await tenantTables(copy));
    const dropped = await droppedSince(tables, copy);
    const before = new Map<string, number>();
    for (const table of tables) before.set(table.name, (await sumOf(live, table, tenant, [])).rows);
    const erasedSince = await countErasedSince(live, copy, tenant);
    const holds = await readHolds(live, tenant);

    await clearUnfinishedBuilds(live, tenant);
    await replaceRows(live, copy, tenant, tables, dropped);
    await keepHolds(live, tenant, holds);
    const restored: RestoredTable[] = [];
    for (const table of tables) {
      const isMerged = MERGED.includes(table.name);
      const now = await sumOf(live, table, tenant, []);
      restored.push({ name: table.name, rowsBefore: before.get(table.name)!, now, isMerged });
    }
    const dialling = await countDialling(live, tenant);
    // First: a worker deletes ready builds that the metadata store does not list.
    await offerReadyBuilds(live, metadata, tenant);
    await live.query('COMMIT');
    return { tables: restored, dropped, erasedSince, dialling };
  } catch (error) {
    await live.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await copy.query('ROLLBACK').catch(() => undefined);
  }
}

function refuseOtherSchema(tables: readonly TenantTable[], others: readonly TenantTable[]): void {
  const shapes = (list: readonly TenantTable[]): string[] =>
    list.map(({ name, shape }) => `${name}: ${shape}`);
  const [here, there] = [shapes(tables), shapes(others)];
  const other = [...here.filter((it) => !there.includes(it)), ...there.filter((it) => !here.includes(it))];
  if (other.length > 0)
    throw new NotRestored(
      `The copy has another schema (${other[0]!.split(':')[0]}): run migrate on it first.`,
    );
}

/** Partitions that only the copy has: the store has dropped them at the end of their retention. */
async function droppedSince(tables: readonly TenantTable[], copy: Reader): Promise<string[]> {
  const known = new Set(tables.flatMap(({ leaves }) => leaves));
  return (await tenantTables(copy)).flatMap(({ leaves }) => leaves.filter((leaf) => !known.has(leaf)));
}

async function replaceRows(
  live: Reader,
  copy: Reader,
  tenant: Tenant,
  tables: readonly TenantTable[],
  dropped: readonly string[],
): Promise<void> {
  // Work goes first: a worker then has nothing left to do for the tenant.
  const isWork = ({ name }: TenantTable): boolean => ['work_items', 'webhook_queue'].includes(name);
  let differing = [...tables];
  for (let round = 1; differing.length > 0; round++) {
    if (round > ROUNDS)
      throw new NotRestored(`${differing[0]!.name} does not become what it was: is the tenant still in use?`);
    const deleted = differing.filter(({ name }) => !MERGED.includes(name)).toReversed();
    for (const table of [...deleted.filter(isWork), ...deleted.filter((it) => !isWork(it))])
      await deleteRows(live, tenant, table);
    for (const table of differing) {
      // A trigger of an earlier table may already have counted there.
      if (!MERGED.includes(table.name)) await deleteRows(live, tenant, table);
      await copyRows(live, copy, tenant, table, dropped);
    }
    differing = [];
    for (const table of tables.filter(({ name }) => !MERGED.includes(name))) {
      const [one, other] = [await sumOf(live, table, tenant, []), await sumOf(copy, table, tenant, dropped)];
      if (one.rows !== other.rows || one.checksum !== other.checksum) differing.push(table);
    }
  }
}

const deleteRows = (live: Reader, tenant: Tenant, { name }: TenantTable): Promise<unknown> =>
  live.query(`DELETE FROM ${escapeIdentifier(name)} WHERE ${ofTenant(tenant)}`);

/** Copies rows as text, which keeps every value as it is. */
async function copyRows(
  live: Reader,
  copy: Reader,
  tenant: Tenant,
  { name, columns }: TenantTable,
  dropped: readonly string[],
): Promise<void> {
  const table = escapeIdentifier(name);
  const list = columns.map(escapeIdentifier);
  await copy.query(
    `DECLARE restored NO SCROLL CURSOR FOR SELECT t::text AS line FROM ${table} t
      WHERE ${ofTenant(tenant)} AND tableoid::regclass::text <> ALL (string_to_array('${dropped.join(',')}', ','))`,
  );
  for (;;) {
    const rows = await copy.query<{ line: string }>(`FETCH ${ROWS_AT_ONCE} FROM restored`);
    if (rows.length === 0) break;
    await live.query(
      `INSERT INTO ${table} (${list.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${list.map((column) => `(line).${column}`).join(', ')} FROM (SELECT unnest($1::text[])::${table} AS line) lines
       ${MERGED.includes(name) ? 'ON CONFLICT DO NOTHING' : ''}`,
      [rows.map(({ line }) => line)],
    );
  }
  await copy.query('CLOSE restored');
}

async function countErasedSince(live: Reader, copy: Reader, tenant: Tenant): Promise<number> {
  const erased = async (store: Reader): Promise<string[]> => {
    const rows = await store.query<{ line: string }>(
      ['erased_callers', 'contact_erasures']
        .map((table) => `SELECT '${table}' || t::text AS line FROM ${table} t WHERE ${ofTenant(tenant)}`)
        .join(' UNION ALL '),
    );
    return rows.map(({ line }) => line);
  };
  const then = new Set(await erased(copy));
  return (await erased(live)).filter((line) => !then.has(line)).length;
}

async function countDialling(live: Reader, tenant: Tenant): Promise<number> {
  const [row] = await live.query<{ campaigns: number }>(
    `SELECT count(*)::integer AS campaigns FROM campaigns
      WHERE ${ofTenant(tenant)} AND status IN ('scheduled', 'running')`,
  );
  return row!.campaigns;
}
