import { describe, expect, it } from 'vitest';
import { publishedEtag, versionOfEtag } from './etags.policy.js';

describe('the etag of a published section', () => {
  it.each([1, 12, 999_999_999])('names version %i', (version) => {
    expect(versionOfEtag(publishedEtag(version, { colour: 'blue' }))).toBe(version);
  });

  it.each(['v0-0123456789abcdef', 'v9999999999-0123456789abcdef', 'v1-0123456789abcde', 'default', ''])(
    'is not %j',
    (etag) => {
      expect(versionOfEtag(etag)).toBeNull();
    },
  );
});
