import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/contract'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The anchor that a repository host gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading!);

const linksOf = (path: string): string[] =>
  [...read(path).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target!);

describe('the documents', () => {
  it.each(PAGES)('%s links only to pages and headings that there are', (page) => {
    const broken = linksOf(page).filter((target) => {
      const [path = '', anchor] = target.split('#');
      const url = path === '' ? new URL(page, root) : new URL(path, new URL(page, root));
      if (!existsSync(url)) return true;
      const linked = url.href.slice(root.href.length);
      return anchor !== undefined && !headingsOf(linked).map(anchorOf).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('list every heading of the API guide in its contents', () => {
    const headings = headingsOf('docs/api-guide.md')
      .slice(1)
      .map((heading) => `[${heading}](#${anchorOf(heading)})`);
    const guide = read('docs/api-guide.md');
    expect(headings.filter((entry) => !guide.includes(`- ${entry}`))).toEqual([]);
  });
});
