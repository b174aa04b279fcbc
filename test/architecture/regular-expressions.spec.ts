import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isSlow, literalsIn, literalsOf, SOURCES } from './regular-expressions.js';

/** Expressions that are applied only to short texts, with the maximum length of those texts. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/core/privacy/pii/birth-date.policy.ts':
    'LONGEST_LEAD and LONGEST_TAIL: 60 characters between birth and date',
  'src/features/configuration/rules/sections/plain-credentials.policy.ts':
    'LONGEST_NAME: 64 characters of a name',
};

/** Expressions that our modules build when they are loaded. */
async function builtOnes(): Promise<RegExp[]> {
  const made: RegExp[] = [];
  // Libraries limit their own input.
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
  it('take steps that grow with the text, and not with its square', () => {
    const literals = literalsOf();
    expect(literals.length).toBeGreaterThan(150);
    const slow = literals.filter(({ pattern }) => isSlow(pattern)).map(({ file }) => file);
    expect(slow.toSorted()).toEqual(Object.keys(BOUNDED));
  });

  it('do so too where they are put together', async () => {
    const built = await builtOnes();
    expect(built.length).toBeGreaterThan(20);
    expect(built.filter(isSlow).map(String)).toEqual([]);
  });

  it.each([
    String.raw`/\s*$/`,
    String.raw`/\d+-\d+x/g`,
    String.raw`/[,;].*\bbar/`,
    String.raw`/^ +| +$/g`,
    String.raw`/(a+)+b/`,
  ])('are found where they do not: %s', (text) => {
    const [literal] = literalsIn('planted.ts', `const planted = ${text};`);
    expect(isSlow(literal!.pattern)).toBe(true);
  });
});
