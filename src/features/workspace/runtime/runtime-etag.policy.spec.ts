import { describe, expect, it } from 'vitest';
import { runtimeEtag } from './runtime-etag.policy.js';

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
