import { describe, expect, it } from 'vitest';
import { namesEtag } from './etag-headers.policy.js';

describe('an If-None-Match header', () => {
  it.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['*', true],
    ['"x", "abc"', true],
    ['"x",W/"abc" , "y"', true],
    [undefined, false],
    ['', false],
    ['"ab"', false],
    ['"abcd"', false],
    ['"x", "y"', false],
    ['abc', false],
    ['"x,*,y"', false],
    ['"*"', false],
    ['"x, "abc', false],
    [' * ', true],
  ])('of %j names the etag abc: %s', (header, expected) => {
    expect(namesEtag(header, 'abc')).toBe(expected);
  });
});
