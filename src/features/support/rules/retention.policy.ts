const MONTHS_KEPT = 24;

/** Tickets that were closed before this instant are deleted (support 8.2). */
export function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - MONTHS_KEPT);
  return since;
}
