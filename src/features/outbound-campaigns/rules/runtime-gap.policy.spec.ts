import { describe, expect, it } from 'vitest';
import { GAP_MESSAGES, RUNTIME_GAPS, runtimeGap } from './runtime-gap.policy.js';

const whole = { isDeployed: true, hasCallerId: true };

// campaigns 1.10
describe('what keeps calls of a project from going out', () => {
  it.each([
    [null, null],
    ['project_missing', 'nothing there'],
    ['project_archived', { isArchived: true, version: whole }],
    ['project_archived', { isArchived: true, version: null }],
    ['project_not_published', { isArchived: false, version: null }],
    ['project_not_deployed', { isArchived: false, version: { ...whole, isDeployed: false } }],
    ['project_not_deployed', { isArchived: false, version: { isDeployed: false, hasCallerId: false } }],
    ['outbound_runtime_incomplete', { isArchived: false, version: { ...whole, hasCallerId: false } }],
  ] as const)('is %s', (gap, runtime) => {
    const given = runtime === 'nothing there' ? null : (runtime ?? { isArchived: false, version: whole });
    expect(runtimeGap(given)).toBe(gap);
  });

  it('is told with what to do, for each', () => {
    for (const gap of RUNTIME_GAPS) expect(GAP_MESSAGES[gap]).toMatch(/[a-z]/);
  });
});
