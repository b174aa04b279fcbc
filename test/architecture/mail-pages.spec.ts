import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const pagesOf = (source: string): string[] =>
  source.includes('NoticeText')
    ? [...source.matchAll(/\bpath: (?:\(\w*\) => )?['`](\/[^'`?$]*)/g)].map(([, path = '']) => path)
    : [];
const root = new URL('../../', import.meta.url).pathname;
const mailed = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] }).flatMap((path) =>
  pagesOf(read(path)).map((page) => ({ path, page })),
);

describe('the buttons of mails', () => {
  // email-routing 6.6
  it('lead to pages of the portal', () => {
    const router = read('portal/src/app/router.tsx') + read('portal/src/app/personal-routes.ts');
    expect(mailed.length).toBeGreaterThan(5);
    // The path of a page about one object ends with its id.
    const known = ({ page }: { page: string }) =>
      router.includes(page.length > 1 && page.endsWith('/') ? `path: '${page}$` : `path: '${page}',`);
    expect(mailed.filter((it) => !known(it))).toEqual([]);
  });
});
