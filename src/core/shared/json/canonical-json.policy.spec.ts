import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash, isSameJson } from './canonical-json.policy.js';

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, shuffled(child)]),
  );
}

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [{ é: 1, z: 2, Z: 3, 10: 4, 9: 5 }, '{"10":4,"9":5,"Z":3,"z":2,"é":1}'],
    [-0, '0'],
    [1e21, '1e+21'],
    ['a"\u2028', JSON.stringify('a"\u2028')],
    [[], '[]'],
    [{}, '{}'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('says the same of equal values and can be read back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(canonicalJson(shuffled(plain))).toBe(canonicalJson(plain));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
    );
  });

  it('distinguishes different values', () => {
    expect(isSameJson({ a: 1 }, { a: '1' })).toBe(false);
    expect(isSameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(isSameJson({ a: null }, {})).toBe(false);
    expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  });

  it('is hashed with SHA-256, in hex', () => {
    const hash = createHash('sha256').update('{"a":1}').digest('hex');
    expect(contentHash({ a: 1 })).toBe(hash);
  });
});
