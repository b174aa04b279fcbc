/**
 * The first instant from which calls are kept: the start of the month this many months before the
 * current one, in UTC (calls-ingest 6.1). `keepMonths` 1 keeps the current month and the previous
 * one.
 */
export const keptFrom = (now: Date, keepMonths: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keepMonths));

/** One partition of the tables of calls and their contents. */
export interface CallMonth {
  /** The suffix after `calls` and `call_contents` in the names of its tables. */
  readonly suffix: string;
  /** `2024-08`, or `before 2020`. */
  readonly label: string;
  /** The first instant after it. */
  readonly end: Date;
}

/** Reads the month from the name of its table; null for other tables. */
export function callMonthOf(table: string): CallMonth | null {
  if (table === 'calls_before_2020') {
    return { suffix: '_before_2020', label: 'before 2020', end: new Date(Date.UTC(2020, 0)) };
  }
  const [, year, month] = /^calls_y(\d{4})m(\d{2})$/.exec(table) ?? [];
  if (year === undefined || month === undefined) return null;
  return {
    suffix: `_y${year}m${month}`,
    label: `${year}-${month}`,
    end: new Date(Date.UTC(Number(year), Number(month))),
  };
}

/** The months of these tables that are completely before the instant, oldest first. */
export const monthsBefore = (tables: readonly string[], instant: Date): CallMonth[] =>
  tables
    .map(callMonthOf)
    .filter((month) => month !== null)
    .filter((month) => month.end <= instant)
    .sort((one, other) => one.end.getTime() - other.end.getTime());
