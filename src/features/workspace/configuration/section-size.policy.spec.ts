import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { PlatformError } from '../../../core/kernel/platform-error.js';
import { closed } from '../../../core/schemas/schema-parts.js';
import { MAX_SECTION_BYTES, requireConfigurations, requireSize } from './section-size.policy.js';

// workspace 1.10
describe('the size of a section', () => {
  const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  it('is bounded to the byte', () => {
    expect(() => requireSize(ofBytes(MAX_SECTION_BYTES))).not.toThrow();
    expect(() => requireSize(ofBytes(MAX_SECTION_BYTES + 1))).toThrow('128 KiB');
  });

  it('is counted in bytes and not in characters', () => {
    expect(() => requireSize({ text: 'é'.repeat(MAX_SECTION_BYTES / 2) })).toThrow('128 KiB');
  });
});

// requests 3.6
describe('the size of a body', () => {
  const body = closed({ configuration: closed({ keywords: Type.Array(Type.String(), { maxItems: 3 }) }) });
  const answer = (sent: { configuration: unknown }): unknown => {
    try {
      requireConfigurations(body, sent, [sent.configuration]);
      return 'fine';
    } catch (error) {
      const { entry, fields } = error as PlatformError;
      return [entry.status, ...fields.map(({ loc, type }) => `${loc.join('.')} ${type}`)];
    }
  };
  const many = (count: number): unknown[] => Array.from({ length: count }, () => 7);

  // The schema would name a wrong type for each of them, and the list as too long.
  it('is seen before its schema is walked', () => {
    expect(answer({ configuration: { keywords: many(300_000) } })).toEqual([422, 'body too_long']);
    expect(answer({ configuration: { keywords: many(1001) } })).toEqual([422, 'body too_long']);
    expect(answer({ configuration: { keywords: Array.from({ length: 100 }, () => many(100)) } })).toEqual([
      422,
      'body too_long',
    ]);
    expect(answer({ configuration: { keywords: ['x'.repeat(128 * 1024)], unknown: 1 } })).toEqual([413]);
    expect(answer({ configuration: { keywords: many(2) } })).toEqual([
      422,
      'body.configuration.keywords.0 string_type',
      'body.configuration.keywords.1 string_type',
    ]);
    expect(answer({ configuration: { keywords: ['a', 'b'] } })).toBe('fine');
  });
});
