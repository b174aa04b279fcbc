import { describe, expect, it } from 'vitest';
import { isReached, thresholdProblem } from './usage-alert.policy.js';

const terms = { meterId: 'minutes', includedUnits: 500, unitRate: 59 } as const;

// billing 16.2
describe('a threshold', () => {
  it.each([
    ['units', 300, 299, false],
    ['units', 300, 300, true],
    ['units', 300, 301, true],
    ['included_percent', 80, 399, false],
    ['included_percent', 80, 400, true],
    ['included_percent', 33, 164, false],
    ['included_percent', 33, 165, true],
    ['included_percent', 150, 749, false],
    ['included_percent', 150, 750, true],
    ['amount_cents', 1, 500, false],
    ['amount_cents', 1, 501, true],
    ['amount_cents', 118, 501, false],
    ['amount_cents', 118, 502, true],
    ['amount_cents', 119, 502, false],
    ['amount_cents', 1_000_000_000_000, Number.MAX_SAFE_INTEGER, true],
  ] as const)('of %s %d is by %d units reached: %s', (thresholdType, thresholdValue, used, expected) => {
    expect(isReached({ thresholdType, thresholdValue }, used, terms)).toBe(expected);
  });

  it('of a share of nothing is never reached', () => {
    const threshold = { thresholdType: 'included_percent', thresholdValue: 1 } as const;
    expect(isReached(threshold, 1_000_000, { ...terms, includedUnits: 0 })).toBe(false);
  });

  it.each([
    ['units', null, 1_000_000_000, null],
    ['units', null, 1_000_000_001, 'threshold_value'],
    ['units', 'p-1', 1, null],
    ['included_percent', 'p-1', 10_000, null],
    ['included_percent', null, 10_001, 'threshold_value'],
    ['amount_cents', null, 1_000_000_000_000, null],
    ['amount_cents', null, 1_000_000_000_001, 'threshold_value'],
    ['amount_cents', 'p-1', 1, 'project_id'],
  ] as const)('of %s for the project %s may not be %d because of: %s', (type, projectId, value, field) => {
    const problem = thresholdProblem({
      thresholdType: type,
      projectId,
      thresholdValue: value,
    });
    expect(problem?.field ?? null).toBe(field);
  });
});
