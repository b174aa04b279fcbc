import { AWAIT_ROLLUP_LOCK, REFRESH_ROLLUP } from '../rollup/call-rollup.queries.js';
import { monthsBefore, type CallMonth } from './retention.policy.js';

/** A store as the role that owns its tables. */
export interface OwnedStore {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs `work` on one connection, in a transaction. */
  transaction(work: (query: OwnedStore['query']) => Promise<void>): Promise<void>;
}

export interface RetentionPlan {
  readonly months: readonly (CallMonth & { readonly calls: number; readonly bytes: number })[];
}

// The counterpart of the lock that open_call_months takes: its holder knows that no batch is in
// progress.
const HOLD_INGEST = 'SELECT pg_advisory_xact_lock(4316942109)';

const HOURS_AT_ONCE = 500;

// Includes detached tables: the next run finishes one that was interrupted between detaching and
// dropping.
const PARTS = `
  SELECT c.relname AS name, greatest(c.reltuples, 0)::float8 AS calls,
         (pg_total_relation_size(c.oid) + coalesce(pg_total_relation_size(to_regclass('call_contents' || substr(c.relname, 6))), 0))::float8 AS bytes
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'calls\\_%'`;

const BEFORE_2020_IS_EMPTY = `SELECT NOT EXISTS (SELECT FROM calls WHERE started_at_utc < '2020-01-01Z') AS empty`;

const EARLIEST_HELD = 'SELECT min(started_at_utc) AS held FROM call_index WHERE legal_hold_since IS NOT NULL';

/**
 * The instant, or the month of the earliest call under legal hold if that is earlier: calls are
 * kept from then on.
 */
export async function keptWithHolds(store: OwnedStore, keptFrom: Date): Promise<Date> {
  const [row] = await store.query<{ held: Date | null }>(EARLIEST_HELD);
  const held = row?.held ?? keptFrom;
  return held < keptFrom ? new Date(Date.UTC(held.getUTCFullYear(), held.getUTCMonth())) : keptFrom;
}

/** The months that lie completely before the instant, with PostgreSQL's size estimates. */
export async function planRetention(store: OwnedStore, keptFrom: Date): Promise<RetentionPlan> {
  const parts = await store.query<{ name: string; calls: number; bytes: number }>(PARTS);
  const byName = new Map(parts.map((part) => [part.name, part]));
  const planned = monthsBefore([...byName.keys()], keptFrom).map((month) => {
    const { calls = 0, bytes = 0 } = byName.get(`calls${month.suffix}`) ?? {};
    return { ...month, calls, bytes };
  });
  // The table for calls before 2020 always exists and is empty in most stores.
  const [old] = await store.query<{ empty: boolean }>(BEFORE_2020_IS_EMPTY);
  return { months: planned.filter(({ label }) => label !== 'before 2020' || old?.empty === false) };
}

/**
 * Drops the calls of the planned months and keeps their hourly sums: totals of old ranges stay,
 * rows do not (calls-ingest 6.2, 6.3). Ingest then refuses calls from before `keptFrom`. It may be
 * interrupted anywhere and run again.
 * @param log gets one line for each action
 */
export async function applyRetention(
  store: OwnedStore,
  keptFrom: Date,
  plan: RetentionPlan,
  log: (line: string) => void,
): Promise<void> {
  await store.transaction(async (query) => {
    await query(HOLD_INGEST);
    await query('UPDATE call_retention SET kept_from = greatest(kept_from, $1)', [keptFrom]);
  });
  await settleSums(store, keptFrom);
  for (const { suffix, label } of plan.months) {
    for (const parent of ['calls', 'call_contents']) await dropPart(store, parent, `${parent}${suffix}`);
    log(`dropped ${label}`);
  }
  // Last, so that an interrupted run leaves entries without calls rather than calls without
  // entries.
  await store.query('DELETE FROM call_index WHERE started_at_utc < $1', [keptFrom]);
}

/** These sums become final when their calls are dropped, so no dirty hour may remain. */
async function settleSums(store: OwnedStore, keptFrom: Date): Promise<void> {
  for (;;) {
    const [marked] = await store.query<{ client_id: string; data_env: string }>(
      'SELECT client_id, data_env FROM call_rollup_dirty_hours WHERE hour_utc < $1 LIMIT 1',
      [keptFrom],
    );
    if (marked === undefined) return;
    await store.transaction(async (query) => {
      await query(AWAIT_ROLLUP_LOCK.text, [marked.client_id, marked.data_env]);
      await query(REFRESH_ROLLUP.text, [marked.client_id, marked.data_env, HOURS_AT_ONCE]);
    });
  }
}

/** Detaches without stopping readers and writers of the other months, then drops. */
async function dropPart(store: OwnedStore, parent: string, part: string): Promise<void> {
  const [attached] = await store.query<{ pending: boolean }>(
    `SELECT inhdetachpending AS pending FROM pg_inherits WHERE inhrelid = to_regclass($1) AND inhparent = to_regclass($2)`,
    [part, parent],
  );
  if (attached?.pending) await store.query(`ALTER TABLE ${parent} DETACH PARTITION ${part} FINALIZE`);
  else if (attached) await store.query(`ALTER TABLE ${parent} DETACH PARTITION ${part} CONCURRENTLY`);
  await store.query(`DROP TABLE IF EXISTS ${part}`);
}
