import type { RefreshPeriod } from './source-words.js';

const HOUR_MS = 3_600_000;
const PERIOD_MS: Readonly<Record<RefreshPeriod, number | null>> = {
  none: null,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};

/** When a page is fetched next; null: only on request (knowledge 4.1). */
export function nextFetchAt(refresh: RefreshPeriod, from: Date): Date | null {
  const period = PERIOD_MS[refresh];
  return period === null ? null : new Date(from.getTime() + period);
}

/** Whether work that was due at `due` is still due: a later fetch or another period replaces it. */
export const isStillDue = (due: string, nextFetch: Date | null): boolean =>
  nextFetch !== null && nextFetch.toISOString() === due;
