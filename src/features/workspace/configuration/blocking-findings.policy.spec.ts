import { describe, expect, it } from 'vitest';
import { blockingFindings } from './blocking-findings.policy.js';
import type { SectionValidation } from './findings.policy.js';

describe('what keeps a configuration from being published', () => {
  it('is every error of every section under its path, and no warning', () => {
    const error = { severity: 'error', code: 'wrong', message: 'Is wrong.' } as const;
    const validations = new Map<string, SectionValidation>([
      [
        'booking',
        {
          status: 'blocked',
          findings: [
            { ...error, path: 'hours.0.closes' },
            { ...error, path: '' },
          ],
        },
      ],
      ['governance', { status: 'warning', findings: [{ ...error, severity: 'warning', path: 'consent' }] }],
      ['llm-policy', { status: 'blocked', findings: [{ ...error, path: 'primary' }] }],
    ]);
    expect(blockingFindings(validations).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`)).toEqual(
      ['booking.hours.0.closes wrong', 'booking wrong', 'llm-policy.primary wrong'],
    );
  });
});
