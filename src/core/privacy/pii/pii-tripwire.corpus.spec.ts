import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectPii } from './pii-tripwire.policy.js';

const PARTS = ['building', 'held-out'] as const;
// Shares of the texts of a part, in percent.
const MOST_MISSES = 5;
const MOST_FALSE_ALARMS = 2;

const textsOf = (part: string, kind: 'personal' | 'harmless'): string[] =>
  readFileSync(join(import.meta.dirname, 'pii-corpus', `${part}.${kind}.txt`), 'utf8')
    .trim()
    .split('\n');
const isFound = (text: string): boolean => detectPii(text) !== null;
const share = (some: readonly string[], of: readonly string[]): number => (100 * some.length) / of.length;

/**
 * Sentences like those of summaries, one per line. The rules were written against one part; the
 * other was written before them and only measures.
 *
 * privacy 4.3
 */
describe.each(PARTS)('of the %s texts the tripwire', (part) => {
  it('misses few that are personal', () => {
    const texts = textsOf(part, 'personal');
    const missed = texts.filter((text) => !isFound(text));
    process.stdout.write(`${part}: ${missed.length} of ${texts.length} personal texts missed\n`);
    expect(share(missed, texts), missed.join('\n')).toBeLessThanOrEqual(MOST_MISSES);
  });

  it('finds little in those that are harmless', () => {
    const texts = textsOf(part, 'harmless');
    const found = texts.filter(isFound);
    process.stdout.write(`${part}: ${found.length} of ${texts.length} harmless texts taken for personal\n`);
    expect(share(found, texts), found.join('\n')).toBeLessThanOrEqual(MOST_FALSE_ALARMS);
  });
});

describe('the corpus', () => {
  it.each(['personal', 'harmless'] as const)('has 400 %s texts and more, none of them twice', (kind) => {
    const texts = PARTS.flatMap((part) => textsOf(part, kind));
    expect(texts.length).toBeGreaterThanOrEqual(400);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
