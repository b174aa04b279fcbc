import { describe, expect, it } from 'vitest';
import type { SectionValidation } from '../configuration/findings.policy.js';
import { blockingFindings, overallStatus } from './release.policy.js';

const of = (status: SectionValidation['status']): SectionValidation => ({ status, findings: [] });
const all = (...statuses: SectionValidation['status'][]) =>
  new Map(statuses.map((status, index) => [`section-${index}`, of(status)]));

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

describe('what keeps a configuration from being published', () => {
  it('is every error of every section under its path, and no warning', () => {
    const error = { severity: 'error', code: 'wrong', message: 'Is wrong.' } as const;
    const validations = new Map<string, SectionValidation>([
      [
        'booking',
        {
          status: 'blocked',
          findings: [
            { ...error, path: 'hours[0].closes' },
            { ...error, path: '' },
          ],
        },
      ],
      ['governance', { status: 'warning', findings: [{ ...error, severity: 'warning', path: 'consent' }] }],
      ['llm-policy', { status: 'blocked', findings: [{ ...error, path: 'primary' }] }],
    ]);
    expect(blockingFindings(validations).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`)).toEqual(
      ['booking.hours[0].closes wrong', 'booking wrong', 'llm-policy.primary wrong'],
    );
  });
});
