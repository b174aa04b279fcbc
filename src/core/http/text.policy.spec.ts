import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstInvalidByte, mayHoldSurrogates, surrogateFault } from './text.policy.js';

/** A slow reference: the longest prefix of whole characters that decodes to itself. */
function slowly(bytes: Buffer): number | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let whole = 0;
  for (let end = 1; end <= bytes.length; end += 1) {
    try {
      decoder.decode(bytes.subarray(whole, end));
      whole = end;
    } catch {
      if (end - whole > 4) return whole;
    }
  }
  return whole === bytes.length ? null : whole;
}

describe('bytes that are no UTF-8', () => {
  it('are found at the first of them', () => {
    const chunk = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text.toWellFormed())),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 8 }), (chunks) => {
        const bytes = Buffer.concat(chunks);
        expect(firstInvalidByte(bytes)).toBe(slowly(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Latin-1', Buffer.from('{"a":"caf\xe9"}', 'latin1'), 9],
    ['half a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 1],
    ['an overlong slash', Buffer.from([0x61, 0xc0, 0xaf]), 1],
    ['a character cut off', Buffer.from('a€').subarray(0, 3), 1],
    ['nothing but continuations', Buffer.alloc(40, 0x80), 0],
    ['beyond Unicode', Buffer.from([0x41, 0xf5, 0x80, 0x80, 0x80]), 1],
  ])('%s', (_, bytes, offset) => {
    expect(firstInvalidByte(bytes)).toBe(offset);
  });
});

// requests 4.2
describe('halves of surrogate pairs', () => {
  const placeOf = (json: string) =>
    mayHoldSurrogates(Buffer.from(json)) ? (surrogateFault(JSON.parse(json))?.loc.join('.') ?? null) : null;

  it.each([
    ['{"a":"\\ud800"}', 'body.a'],
    ['{"a":"\\uDC00\\uD800"}', 'body.a'],
    ['{"a":[{"b":["x","\\udfff"]}]}', 'body.a.0.b.1'],
    ['{"a":{"\\ud83d":1}}', 'body.a.(unnamed)'],
    ['"\\ud800"', 'body'],
    ['{"a":"\\ud83d\\ude00"}', null],
    ['{"a":"\\\\ud800"}', null],
    ['{"a":"é"}', null],
  ])('%s', (json, place) => {
    expect(placeOf(json)).toBe(place);
  });

  it('are found as deep as a body may be nested', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}"\\ud800"${']'.repeat(levels)}`;
    expect(placeOf(nested(32))).toBe(`body${'.0'.repeat(32)}`);
    expect(placeOf(nested(50_000))).toBeNull();
  });

  it('names the first of several', () => {
    expect(placeOf('{"b":"\\ud800","a":"\\ud800"}')).toBe('body.b');
  });
});
