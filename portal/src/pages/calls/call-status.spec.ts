import { expect, it } from 'vitest';
import { LONGEST_CALL_MS, shownStatus } from './call-status';

const NOW = Date.UTC(2026, 9, 10, 12);

// calls-ingest 3.6
it.each([
  ['in_progress', null, 60_000, 'in_progress'],
  ['ringing', null, LONGEST_CALL_MS - 1, 'ringing'],
  ['in_progress', null, LONGEST_CALL_MS, 'unreported'],
  ['queued', null, 2 * LONGEST_CALL_MS, 'unreported'],
  ['failed', 'runtime_silent', 60_000, 'unreported'],
  ['failed', 'carrier_failed', 60_000, 'failed'],
  ['failed', null, 2 * LONGEST_CALL_MS, 'failed'],
  ['completed', null, 2 * LONGEST_CALL_MS, 'completed'],
] as const)('%s (%s) that began %i ms ago is shown as %s', (call_status, status_detail, ago, expected) => {
  const started_at_utc = new Date(NOW - ago).toISOString();
  expect(shownStatus({ call_status, status_detail, started_at_utc }, NOW)).toBe(expected);
});
