import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import type { CallConditions, CallFilter } from '../filter/call-filter.js';
import { noCalls, measureSet, type CallMeasures, type MeasureName, type MeasureSet } from './measures.js';
import { rawTotalsQuery, rolledTotalsQuery, wholeHoursQuery } from './call-totals.queries.js';
import type { CallTotalsQuery } from './call-totals.queries.js';

/**
 * Sums of the calls of a filter, split at the given instants (calls-ingest 7.1). It uses hourly
 * sums if possible, and is exact either way.
 * @param boundaries ascending; the first is the start of the filter's range and the last its end.
 *   Bucket i runs from boundary i up to, but not including, boundary i + 1
 * @returns by bucket; a bucket without calls is missing
 */
export async function bucketTotals<K extends MeasureName>(
  db: StoreReader,
  filter: CallFilter,
  boundaries: readonly Date[],
  set: MeasureSet<K>,
): Promise<ReadonlyMap<number, Pick<CallMeasures, K>>> {
  const countedBy = columnFor(filter.conditions, set);
  const starts = boundaries.slice(0, -1);
  const rows = await (countedBy === null
    ? db.query<BucketRow<K>>(rawTotalsQuery({ filter, set, starts }))
    : hourlyRows<K>(db, { filter, set, starts, countedBy }, cutHours(boundaries)));
  return new Map(rows.map((row) => [row.bucket - 1, row]));
}

/**
 * Uses the hourly sums if they are valid for the whole range; otherwise it adds the calls of the
 * other hours.
 */
async function hourlyRows<K extends MeasureName>(
  db: StoreReader,
  sums: CallTotalsQuery,
  cut: readonly Date[],
): Promise<BucketRow<K>[]> {
  if (cut.length === 0) {
    const rows = await db.query<WholeHoursRow<K>>(wholeHoursQuery(sums));
    if (rows[0]?.is_dirty !== true)
      return rows.filter((row): row is WholeHoursRow<K> & BucketRow<K> => row.bucket !== null);
  }
  return db.query<BucketRow<K>>(rolledTotalsQuery(sums, cut));
}

export async function totals<K extends MeasureName>(
  db: StoreReader,
  filter: CallFilter,
  set: MeasureSet<K>,
): Promise<Pick<CallMeasures, K>> {
  const rows = await bucketTotals(db, filter, [filter.range.from, filter.range.to], set);
  return rows.get(0) ?? noCalls(set);
}

const COUNT = measureSet('count', 'total_calls');

export async function countCalls(db: StoreReader, filter: CallFilter): Promise<number> {
  return Number((await totals(db, filter, COUNT)).total_calls);
}

/** Whether `countCalls` reads hourly sums, and therefore counts dropped calls too (calls 5.11). */
export const isCountedByHour = ({ conditions }: CallFilter): boolean => columnFor(conditions, COUNT) !== null;

type WholeHoursRow<K extends MeasureName> = Pick<CallMeasures, K> & {
  readonly is_dirty: boolean;
  readonly bucket: number | null;
};
type BucketRow<K extends MeasureName> = Pick<CallMeasures, K> & { readonly bucket: number };

/**
 * Which columns of the hourly sums to use: their own (undefined), the one that counts the calls of
 * this condition, or none (null). Hours are summed by project, solution and version; any other filter needs
 * the calls.
 */
function columnFor(asked: CallConditions, set: MeasureSet): MeasureName | undefined | null {
  const conditions = Object.keys(asked).length;
  if (conditions === 0) return undefined;
  const countsOnly = set.measures.every(({ name }) => name === 'total_calls');
  if (conditions > 1 || !countsOnly) return null;
  if (asked.status !== undefined) return `${asked.status}_calls`;
  if (asked.outcome !== undefined) return `outcome_${asked.outcome}`;
  if (asked.sentiment !== undefined) return `sentiment_${asked.sentiment}`;
  if (asked.disconnection !== undefined) return `disconnect_${asked.disconnection}`;
  return asked.humanEscalation === true ? 'human_escalation_count' : null;
}

/** The hours that a boundary divides. */
export function cutHours(boundaries: readonly Date[]): Date[] {
  const cut = boundaries
    .map((it) => it.getTime())
    .filter((it) => it % HOUR_MS !== 0)
    .map((it) => Math.floor(it / HOUR_MS) * HOUR_MS);
  return [...new Set(cut)].map((it) => new Date(it));
}
