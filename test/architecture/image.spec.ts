import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const linesOf = (name: string): string[] => readFileSync(join(ROOT, name), 'utf8').split('\n');

describe('the image', () => {
  it('is built from files that the build context holds, and the context holds no others', () => {
    const copied = linesOf('Dockerfile').flatMap((line) => {
      const [, paths = ''] = /^COPY (?!--from)(.+) \S+$/.exec(line) ?? [];
      return paths.split(' ').filter((path) => path !== '');
    });
    const [everything, ...rest] = linesOf('.dockerignore').filter((line) => !line.startsWith('#'));
    const held = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(everything).toBe('*');
    const covers = (held: string, path: string): boolean => path === held || path.startsWith(`${held}/`);
    expect(copied.filter((path) => !held.some((it) => covers(it, path)))).toEqual([]);
    expect(held.filter((it) => !copied.some((path) => covers(it, path)))).toEqual([]);
  });

  it('installs every workspace', () => {
    const { workspaces } = JSON.parse(linesOf('package.json').join('\n')) as { workspaces: string[] };
    const dockerfile = linesOf('Dockerfile');
    for (const workspace of workspaces) {
      const copy = `COPY ${workspace}/package.json ${workspace}/`;
      expect(
        dockerfile.filter((line) => line === copy),
        copy,
      ).toHaveLength(2);
    }
  });
});
