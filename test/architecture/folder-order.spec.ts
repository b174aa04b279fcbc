import { globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const LEADS_TO = /(?:from |import\()'(\.[^']*)'/g;
const isTest = (file: string): boolean => /\.spec\.tsx?$|^portal\/src\/testing\//.test(file);

/** Each file below the folder, with the paths that it imports, without endings. */
const importsBelow = (folder: string): (readonly [file: string, imported: string])[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repository, exclude: ['**/generated/**'] })
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      [...readFileSync(resolve(repository, file), 'utf8').matchAll(LEADS_TO)].map(
        ([, path]) => [file, posix.join(posix.dirname(file), path!)] as const,
      ),
    );

/** For each folder, which of its entries import which others. */
function knownBeside(imports: ReturnType<typeof importsBelow>): Map<string, Map<string, Set<string>>> {
  const known = new Map<string, Map<string, Set<string>>>();
  for (const [file, imported] of imports) {
    const [one, other] = [file, imported].map((path) => path.replace(/\.[jt]sx?$/, '').split('/'));
    const depth = one!.findIndex((name, n) => name !== other![n]);
    if (depth < 0) continue;
    const folder = one!.slice(0, depth).join('/');
    const entries = known.get(folder) ?? new Map<string, Set<string>>();
    known.set(
      folder,
      entries.set(one![depth]!, (entries.get(one![depth]!) ?? new Set()).add(other![depth]!)),
    );
  }
  return known;
}

/** The entries of a folder that need themselves, through others. */
function inCircles(entries: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(entries.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return [...entries.keys()].filter((entry) => reaches(entry, entry));
}

// The remedy: move the part that both need into a folder below, or to the folder that uses it.
describe('folders beside each other', () => {
  it.each(['src', 'portal/src'])('are in one order everywhere below %s', (root) => {
    const circles = [...knownBeside(importsBelow(root))].flatMap(([folder, entries]) =>
      inCircles(entries).map((entry) => `${folder}/${entry}`),
    );
    expect(circles).toEqual([]);
  });

  it('are found in a circle', () => {
    const entries = knownBeside([
      ['src/a/x.ts', 'src/b/y.js'],
      ['src/b/y.ts', 'src/c.js'],
      ['src/c.ts', 'src/a/z.js'],
      ['src/d.ts', 'src/c.js'],
    ]).get('src')!;
    expect(inCircles(entries)).toEqual(['a', 'b', 'c']);
  });
});
