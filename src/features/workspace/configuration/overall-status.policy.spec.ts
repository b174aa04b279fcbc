import { describe, expect, it } from 'vitest';
import type { SectionValidation } from './findings.policy.js';
import { overallStatus } from './overall-status.policy.js';

const of = (status: SectionValidation['status']): SectionValidation => ({ status, findings: [] });
const all = (...statuses: SectionValidation['status'][]) =>
  new Map(statuses.map((status, index) => [`section-${index}`, of(status)]));

// workspace 5.1
describe('the status of a whole configuration', () => {
  it.each([
    ['ready', []],
    ['ready', ['ready', 'ready']],
    ['warning', ['ready', 'warning']],
    ['blocked', ['warning', 'blocked', 'ready']],
  ] as const)('is %s of %j', (expected, statuses) => {
    expect(overallStatus(all(...statuses))).toBe(expected);
  });
});
