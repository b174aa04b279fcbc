import type { StoreConnection } from '../../../core/tenancy/store-client.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { scopeSql } from '../scope/call-scope.js';
import type { CallScope, ScopeFilter, ScopeSql } from '../scope/call-scope.js';
import { noCalls, measureSet } from './measures.js';
import type { CallMeasures, MeasureName, MeasureSet } from './measures.js';
import { rawTotalsQuery, rolledTotalsQuery, wholeHoursQuery } from './call-totals.queries.js';

/**
 * Sums of a scope, cut at the given instants. Counting goes by the hour where it can, and is exact either way.
 * @param boundaries ascending; the first is the start of the scope's range and the last its end. Bucket i runs
 *   from boundary i up to, and without, boundary i + 1
 * @returns by bucket; a bucket without calls is missing
 */
export async function bucketTotals<K extends MeasureName>(
  db: StoreConnection,
  scope: CallScope,
  boundaries: readonly Date[],
  set: MeasureSet<K>,
): Promise<ReadonlyMap<number, Pick<CallMeasures, K>>> {
  const countedBy = columnFor(scope.filter, set);
  const starts = boundaries.slice(0, -1);
  const rows = await (countedBy === null
    ? rawRows(db, scopeSql(scope), set, starts)
    : hourlyRows(db, scope, boundaries, set, countedBy));
  return new Map(rows.map((row) => [row.bucket - 1, row]));
}

function rawRows<K extends MeasureName>(
  db: StoreConnection,
  sql: ScopeSql,
  set: MeasureSet<K>,
  starts: readonly Date[],
): Promise<BucketRow<K>[]> {
  return db.query<BucketRow<K>>(rawTotalsQuery(sql, set), [...sql.values, starts]);
}

/** By the hour: from the sums alone where they hold for the whole range, else with the calls of the other hours. */
async function hourlyRows<K extends MeasureName>(
  db: StoreConnection,
  scope: CallScope,
  boundaries: readonly Date[],
  set: MeasureSet<K>,
  countedBy: MeasureName | undefined,
): Promise<BucketRow<K>[]> {
  const filtered = scopeSql(scope);
  const starts = boundaries.slice(0, -1);
  const cut = cutHours(boundaries);
  if (cut.length === 0) {
    // The column stands for the filter, whose parameter this statement does not know.
    const sql = scopeSql({ ...scope, filter: {} });
    const rows = await db.query<WholeHoursRow<K>>(wholeHoursQuery(sql, set, countedBy), [
      ...sql.values,
      starts,
    ]);
    if (rows[0]?.marked !== true)
      return rows.filter((row): row is WholeHoursRow<K> & BucketRow<K> => row.bucket !== null);
  }
  return db.query<BucketRow<K>>(rolledTotalsQuery(filtered, set, countedBy), [
    ...filtered.values,
    starts,
    cut,
  ]);
}

/** Sums of the whole scope. */
export async function totals<K extends MeasureName>(
  db: StoreConnection,
  scope: CallScope,
  set: MeasureSet<K>,
): Promise<Pick<CallMeasures, K>> {
  const rows = await bucketTotals(db, scope, [scope.range.from, scope.range.to], set);
  return rows.get(0) ?? noCalls(set);
}

const COUNT = measureSet('count', 'total_calls');

/** How many calls a scope has. */
export async function countCalls(db: StoreConnection, scope: CallScope): Promise<number> {
  return Number((await totals(db, scope, COUNT)).total_calls);
}

/** Whether `countCalls` goes by the hour, and so also knows calls that retention has dropped. */
export const isCountedByHour = ({ filter }: CallScope): boolean => columnFor(filter, COUNT) !== null;

type WholeHoursRow<K extends MeasureName> = Pick<CallMeasures, K> & {
  readonly marked: boolean;
  readonly bucket: number | null;
};
type BucketRow<K extends MeasureName> = Pick<CallMeasures, K> & { readonly bucket: number };

/**
 * Which columns of the hourly sums answer: their own (undefined), the one that counts the calls of this filter,
 * or none (null). Hours are summed by project and solution; a filter by anything else needs the calls.
 */
function columnFor(filter: ScopeFilter, set: MeasureSet): MeasureName | undefined | null {
  const asked = Object.keys(filter);
  if (asked.length === 0) return undefined;
  const countsOnly = set.measures.every(({ name }) => name === 'total_calls');
  if (asked.length > 1 || !countsOnly) return null;
  if (filter.status !== undefined) return `${filter.status}_calls`;
  if (filter.outcome !== undefined) return `outcome_${filter.outcome}`;
  if (filter.sentiment !== undefined) return `sentiment_${filter.sentiment}`;
  return filter.humanEscalation === true ? 'human_escalation_count' : null;
}

/** The hours that a boundary divides. */
function cutHours(boundaries: readonly Date[]): Date[] {
  const cut = boundaries
    .map((it) => it.getTime())
    .filter((it) => it % HOUR_MS !== 0)
    .map((it) => Math.floor(it / HOUR_MS) * HOUR_MS);
  return [...new Set(cut)].map((it) => new Date(it));
}
