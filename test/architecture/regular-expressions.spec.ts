import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { hostileTexts, literalsIn, literalsOf, SOURCES, timeOf } from './regular-expressions.js';

const SHORT = 1_000;
const TIMES_LONGER = 8;
/** A linear expression takes less than half a millisecond for a text of 8,000 characters. */
const SUSPICIOUS_MS = 1;

/** Expressions that see short texts alone, and the bound of those texts. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/core/privacy/pii/birth-date.policy.ts':
    'LONGEST_LEAD and LONGEST_TAIL: 60 characters between birth and date',
  'src/features/configuration/rules/sections/plain-credentials.policy.ts':
    'LONGEST_NAME: 64 characters of a name',
};

/**
 * On a text that is eight times as long a linear expression takes eight times as long, a quadratic
 * one 64 times. A suspicious time is measured again: the machine may have been busy.
 */
function isSlow(pattern: RegExp): boolean {
  for (const text of hostileTexts(pattern, SHORT)) {
    const end = text.at(-1) === '\0' ? '\0' : '';
    const longer = text.slice(0, SHORT).repeat(TIMES_LONGER) + end;
    if (timeOf(pattern, longer, SUSPICIOUS_MS) < SUSPICIOUS_MS) continue;
    const isQuadratic = (): boolean => timeOf(pattern, longer) > 5 * TIMES_LONGER * timeOf(pattern, text);
    if (isQuadratic() && isQuadratic()) return true;
  }
  return false;
}

/** Expressions that our modules put together when they are loaded. */
async function builtOnes(): Promise<RegExp[]> {
  const made: RegExp[] = [];
  // Libraries bound what they read by themselves.
  const isOurs = (): boolean =>
    new Error('where').stack
      ?.split('\n')
      .slice(1)
      .find((frame) => !frame.includes('regular-expressions.spec'))
      ?.includes(`${process.cwd()}/src/`) === true;
  const construct = (target: RegExpConstructor, args: [string, string?]): RegExp => {
    const pattern = new target(...args);
    if (isOurs()) made.push(pattern);
    return pattern;
  };
  vi.resetModules();
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }));
  try {
    for (const file of SOURCES.filter((it) => readFileSync(it, 'utf8').includes('new RegExp(')))
      await import(/* @vite-ignore */ `${process.cwd()}/${file}`);
  } finally {
    vi.unstubAllGlobals();
  }
  return made;
}

describe('regular expressions', () => {
  it('take a time that grows with the text, and not with its square', () => {
    const literals = literalsOf();
    expect(literals.length).toBeGreaterThan(150);
    const slow = literals.filter(({ pattern }) => isSlow(pattern)).map(({ file }) => file);
    expect(slow.toSorted()).toEqual(Object.keys(BOUNDED));
  }, 60_000);

  it('do so too where they are put together', async () => {
    const built = await builtOnes();
    expect(built.length).toBeGreaterThan(20);
    expect(built.filter(isSlow).map(String)).toEqual([]);
  }, 60_000);

  it.each([String.raw`/\s*$/`, String.raw`/\d+-\d+x/g`, String.raw`/\bfoo\b.*\bbar/`])(
    'are found where they do not: %s',
    (text) => {
      const [literal] = literalsIn('planted.ts', `const planted = ${text};`);
      expect(isSlow(literal!.pattern)).toBe(true);
    },
  );
});
