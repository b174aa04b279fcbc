import { describe, expect, it } from 'vitest';
import { appliedState, complianceState, runtimeEtag } from './runtime.policy.js';

// workspace 7.5, 15.8
describe('what a report of the runtime means', () => {
  it.each([
    ['the published content', { appliedHash: 'new' }, 'confirmed'],
    [
      'the published content, which an earlier version has too',
      { appliedHash: 'new', isOfEarlierVersion: true },
      'confirmed',
    ],
    ['the published content under its number', { appliedHash: 'new', namedHash: 'new' }, 'confirmed'],
    ['the content of an earlier version', { appliedHash: 'old', isOfEarlierVersion: true }, 'pending'],
    [
      'the same under its number',
      { appliedHash: 'old', isOfEarlierVersion: true, namedHash: 'old' },
      'pending',
    ],
    ['the staged content', { appliedHash: 'next', isStaged: true }, 'confirmed'],
    [
      'the staged content, which an earlier version has too',
      { appliedHash: 'next', isStaged: true, isOfEarlierVersion: true },
      'confirmed',
    ],
    [
      'the staged content under the number of another version',
      { appliedHash: 'next', isStaged: true, namedHash: 'new' },
      'failed',
    ],
    ['content that was never published', { appliedHash: 'made up' }, 'failed'],
    [
      'the published content under the number of another version',
      { appliedHash: 'new', namedHash: 'old' },
      'failed',
    ],
    [
      'earlier content under the number of the newest',
      { appliedHash: 'old', isOfEarlierVersion: true, namedHash: 'new' },
      'failed',
    ],
  ] as const)('with %s', (_, applied, expected) => {
    expect(
      appliedState({
        currentHash: 'new',
        isOfEarlierVersion: false,
        isStaged: false,
        namedHash: null,
        ...applied,
      }),
    ).toBe(expected);
  });
});

// workspace 7.6
describe('what it means for compliance', () => {
  it.each([
    ['of what is published', 'confirmed', false, 'confirmed'],
    ['of an earlier version that says the same there', 'pending', true, 'confirmed'],
    ['of an earlier version that says something else there', 'pending', false, 'pending'],
    ['of what was never published, whatever else is so', 'failed', true, 'failed'],
  ] as const)('%s', (_, state, saysTheSame, expected) => {
    expect(complianceState(state, saysTheSame)).toBe(expected);
  });
});

const STATE = {
  displayName: 'Front desk',
  timezone: 'Australia/Sydney',
  versionNumber: 3,
  contentHash: 'abc',
  secretVersions: { CRM: 1, SMTP: 4 },
};

// workspace 7.2
describe('the etag of what the runtime gets', () => {
  it('is the same for the same state, in whatever order secrets come', () => {
    expect(runtimeEtag({ ...STATE, secretVersions: { SMTP: 4, CRM: 1 } })).toBe(runtimeEtag(STATE));
  });

  it.each([
    ['another name', { displayName: 'Night desk' }],
    ['another time zone', { timezone: 'Australia/Perth' }],
    ['another version of the same content', { versionNumber: 4 }],
    ['another content', { contentHash: 'abd' }],
    ['a rotated secret', { secretVersions: { CRM: 2, SMTP: 4 } }],
    ['a secret less', { secretVersions: { CRM: 1 } }],
  ])('is another one for %s', (_, change) => {
    expect(runtimeEtag({ ...STATE, ...change })).not.toBe(runtimeEtag(STATE));
  });
});
