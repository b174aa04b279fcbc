import { describe, expect, it } from 'vitest';
import { governanceEtag, NOTHING_SETTLED } from './governance.policy.js';

// privacy 5.8, 5.9
describe('the etag of a governance', () => {
  it.each([
    ['recordings', 1, { ...NOTHING_SETTLED, audioRetention: 'disabled' }],
    ['reuse', 1, { ...NOTHING_SETTLED, secondaryReuse: 'denied' }],
    ['0 days, which is not null', 1, { ...NOTHING_SETTLED, transcriptRetentionDays: 0 }],
    ['how often it was saved', 2, NOTHING_SETTLED],
    ['that it was never saved', 0, NOTHING_SETTLED],
  ] as const)('differs by %s', (_, revision, governance) => {
    expect(governanceEtag(revision, governance)).not.toBe(governanceEtag(1, NOTHING_SETTLED));
  });

  it('is that of the same one each time', () => {
    expect(governanceEtag(1, { ...NOTHING_SETTLED })).toBe(governanceEtag(1, NOTHING_SETTLED));
  });
});
