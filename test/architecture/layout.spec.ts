import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const files = globSync('src/**/*.ts', { cwd: repository });

const MOST_FILES = 20;
const MOST_IMPORTS = 30;
const MOST_LINES = 300;

/** Folders with more files than a reader can take in at a glance. */
function fullFolders(paths: readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MOST_FILES);
}

describe('the layout of src', () => {
  it('has no folder that a reader cannot take in at a glance', () => {
    expect(fullFolders(files)).toEqual([]);
  });

  it('has no module that knows too many others', () => {
    const wide = files
      .filter((file) => file.endsWith('.module.ts'))
      .map((file) => ({
        file,
        imports: [...readFileSync(resolve(repository, file), 'utf8').matchAll(/^import /gm)].length,
      }))
      .filter(({ imports }) => imports > MOST_IMPORTS);
    expect(wide).toEqual([]);
  });

  it('is drawn whole in docs/architecture.svg', () => {
    const picture = readFileSync(resolve(repository, 'docs/architecture.svg'), 'utf8');
    const drawn = new Set([...picture.matchAll(/>([^<]+)</g)].flatMap(([, text]) => text!.split(/\s+/)));
    const folders = globSync('src/{core,features}/*/', { cwd: repository }).map((it) => basename(it));
    expect(folders.filter((folder) => !drawn.has(folder))).toEqual([]);
  });
});

describe('the layout of tools and packages', () => {
  it('has no folder that a reader cannot take in at a glance', () => {
    expect(
      fullFolders(globSync('{tools,packages/*/src,public-pages/src}/**/*.ts', { cwd: repository })),
    ).toEqual([]);
  });
});

describe('the layout of the portal', () => {
  const pages = globSync('portal/src/**/*.{ts,tsx}', { cwd: repository, exclude: ['**/generated/**'] });

  it('has no folder that a reader cannot take in at a glance', () => {
    expect(fullFolders(pages)).toEqual([]);
  });

  it('has no file that is read in more than one sitting', () => {
    const long = pages.filter(
      (file) => readFileSync(resolve(repository, file), 'utf8').split('\n').length > MOST_LINES + 1,
    );
    expect(long).toEqual([]);
  });
});
