import { describe, expect, it } from 'vitest';
import { currentResult, evaluateResult, runStatus, verdictOf } from './conversation-result.policy.js';
import type { ReportedResult, ResultStatus } from './conversation-result.policy.js';

const NOW = new Date('2026-10-31T04:12:09.000Z');
const lease = (ms: number) => new Date(NOW.getTime() + ms);

const HOURS = 60 * 60_000;

// workspace 13.12, 13.20
describe('a test of a run', () => {
  it.each<[string, ResultStatus, number, Date | null, [string, Date | null, string | null]]>([
    ['is running while its lease is', 'running', 1, lease(1), ['running', null, null]],
    ['waits again when the first lease has run out', 'running', 1, lease(0), ['queued', null, null]],
    [
      'waits for another runtime for six hours at most',
      'running',
      1,
      lease(-6 * HOURS),
      ['error', NOW, 'runtime_lost'],
    ],
    ['has finally failed after the second one', 'running', 2, lease(0), ['error', NOW, 'runtime_lost']],
    ['is running under its second lease', 'running', 2, lease(1), ['running', null, null]],
    ['has passed, whatever its lease says', 'passed', 1, lease(-1), ['passed', null, null]],
  ])('that was taken %s', (_, status, attempt, leaseExpiresAt, expected) => {
    const stored = {
      status,
      attempt,
      leaseExpiresAt,
      requestedAt: lease(-9 * HOURS),
      endedAt: null,
      errorReason: null,
    };
    const { status: now, endedAt, errorReason } = currentResult(stored, NOW);
    expect([now, endedAt, errorReason]).toEqual(expected);
  });

  it.each([
    ['waits', 6 * HOURS - 1, 'queued', null],
    ['has waited too long', 6 * HOURS, 'error', 'waited_too_long'],
    ['has waited far too long', 20 * HOURS, 'error', 'waited_too_long'],
  ])('that no runtime has taken %s', (_, ms, status, errorReason) => {
    const stored = { status: 'queued', attempt: 0, leaseExpiresAt: null, requestedAt: lease(-ms) } as const;
    const endedAt = errorReason === null ? null : lease(6 * HOURS - ms);
    expect(currentResult({ ...stored, endedAt: null, errorReason: null }, NOW)).toEqual({
      status,
      endedAt,
      errorReason,
    });
  });
});

// workspace 13.13
it.each([
  [[true, true], 'passed'],
  [[true, false], 'failed'],
  [null, 'error'],
] as const)('of %j the verdict is %s', (held, expected) => {
  expect(verdictOf({ held })).toBe(expected);
});

// workspace 13.14
describe('a report of a test', () => {
  type Stored = Parameters<typeof evaluateResult>[0];
  const stored = (others: Partial<Stored>): Stored => ({
    status: 'running',
    attempt: 1,
    leaseExpiresAt: lease(1),
    held: null,
    errorReason: null,
    ...others,
  });
  const report = (others: Partial<ReportedResult> = {}): ReportedResult => ({
    attempt: 1,
    held: [true],
    errorReason: null,
    ...others,
  });
  const passed = stored({ status: 'passed', held: [true] });

  it.each([
    ['that was taken', stored({}), report(), 'apply'],
    [
      'whose lease has run out, and that no other has taken',
      stored({ leaseExpiresAt: lease(-1) }),
      report(),
      'apply',
    ],
    ['that waits for its first runtime', stored({ status: 'queued', attempt: 0 }), report(), 'not_taken'],
    ['under an attempt that there was not', stored({}), report({ attempt: 2 }), 'not_taken'],
    ['that another runtime has by now', stored({ attempt: 2 }), report(), 'lease_lost'],
    ['that was given up', stored({ status: 'error', errorReason: 'runtime_lost' }), report(), 'lease_lost'],
    ['that was cancelled', stored({ status: 'error', errorReason: 'cancelled' }), report(), 'lease_lost'],
    ['that has passed, the same again', passed, report(), 'ignore'],
    ['that has passed, with another result', passed, report({ held: [false] }), 'contradiction'],
    [
      'that has passed, as an error',
      passed,
      report({ held: null, errorReason: 'model_failed' }),
      'contradiction',
    ],
    [
      'that ended with an error, the same again',
      stored({ status: 'error', errorReason: 'model_failed' }),
      report({ held: null, errorReason: 'model_failed' }),
      'ignore',
    ],
    [
      'that ended because its draft changed',
      stored({ status: 'error', errorReason: 'configuration_changed' }),
      report(),
      'contradiction',
    ],
  ] as const)('%s', (_, it, told, expected) => {
    expect(evaluateResult(it, told)).toBe(expected);
  });
});

// workspace 13.10
it.each([
  [['queued', 'queued'], 'queued'],
  [['queued', 'passed'], 'running'],
  [['running'], 'running'],
  [['running', 'cancelled'], 'running'],
  [['passed', 'passed'], 'passed'],
  [['passed', 'failed'], 'failed'],
  [['passed', 'model_failed'], 'failed'],
  [['waited_too_long', 'waited_too_long'], 'expired'],
  [['passed', 'waited_too_long'], 'expired'],
  [['failed', 'waited_too_long'], 'failed'],
  [['failed', 'cancelled'], 'cancelled'],
  [['passed', 'cancelled', 'waited_too_long'], 'cancelled'],
] as const)('a run of tests that are %j is %s', (results, expected) => {
  const known: readonly string[] = ['queued', 'running', 'passed', 'failed'];
  const told = results.map((it) =>
    known.includes(it)
      ? { status: it as ResultStatus, errorReason: null }
      : { status: 'error' as const, errorReason: it },
  );
  expect(runStatus(told)).toBe(expected);
});
