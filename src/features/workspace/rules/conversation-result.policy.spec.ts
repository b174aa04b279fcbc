import { describe, expect, it } from 'vitest';
import { currentStatus, judgeResult, runStatus, verdictOf } from './conversation-result.policy.js';
import type { ReportedResult } from './conversation-result.policy.js';

const NOW = new Date('2026-10-31T04:12:09.000Z');
const lease = (ms: number) => new Date(NOW.getTime() + ms);

// workspace 13.12
describe('a test that a runtime has taken', () => {
  it.each([
    ['is running while its lease is', 'running', 1, lease(1), 'running'],
    ['waits again when the first lease has run out', 'running', 1, lease(0), 'queued'],
    ['has failed for good when the second one has', 'running', 2, lease(0), 'error'],
    ['is running under its second lease', 'running', 2, lease(1), 'running'],
    ['has passed, whatever its lease says', 'passed', 1, lease(-1), 'passed'],
    ['waits before it was taken', 'queued', 0, null, 'queued'],
  ] as const)('%s', (_, status, attempt, leaseExpiresAt, expected) => {
    expect(currentStatus({ status, attempt, leaseExpiresAt }, NOW)).toBe(expected);
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
  type Stored = Parameters<typeof judgeResult>[0];
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
    expect(judgeResult(it, told)).toBe(expected);
  });
});

// workspace 13.10
it.each([
  [['queued', 'queued'], 'queued'],
  [['queued', 'passed'], 'running'],
  [['running'], 'running'],
  [['passed', 'passed'], 'passed'],
  [['passed', 'failed'], 'failed'],
  [['passed', 'error'], 'failed'],
] as const)('a run of tests that are %j is %s', (results, expected) => {
  expect(runStatus(results)).toBe(expected);
});
