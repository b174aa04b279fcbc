import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretPreview } from './secret-preview.policy.js';

// workspace 4.4
describe('the preview of a secret', () => {
  it.each([
    ['sk_live_51Habcd', '****abcd'],
    ['12345678wxyz', '****wxyz'],
    ['1234567wxyz', '****'],
    ['abcd', '****'],
    ['a', '****'],
    ['12345678wxyz\n', '****wxyz'],
    ['1234567xyz   \n', '****'],
    ['password naïve', '****'],
    ['a long sentence', '****ence'],
    ['twelve emoji \u{1f600}\u{1f600}\u{1f600}\u{1f600}', '****'],
    ['ends in words x y', '****'],
  ])('of %j is %j', (value, preview) => {
    expect(secretPreview(value)).toBe(preview);
  });

  it('never shows more than four characters, and none of fewer than twelve', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const shown = secretPreview(value).slice(4);
        expect([0, 4]).toContain(shown.length);
        if (value.length < 12) expect(shown).toBe('');
      }),
    );
  });
});
