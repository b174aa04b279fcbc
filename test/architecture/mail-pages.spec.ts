import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const pagesOf = (source: string): string[] =>
  [...source.matchAll(/\bbutton: \{[^}]*\bpath: '([^'?]+)/g)].map(([, path = '']) => path);
const root = new URL('../../', import.meta.url).pathname;
const mailed = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] }).flatMap((path) =>
  pagesOf(read(path)).map((page) => ({ path, page })),
);

describe('the buttons of mails', () => {
  // email-routing 6.6
  it('lead to pages of the portal', () => {
    const router = read('portal/src/app/router.tsx');
    expect(mailed.length).toBeGreaterThan(1);
    expect(mailed.filter(({ page }) => !router.includes(`path: '${page}',`))).toEqual([]);
  });
});
