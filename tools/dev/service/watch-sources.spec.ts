import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { watchFolder } from './watch-sources.ts';

describe('a watched folder', () => {
  let folder: string;
  let watched: ReturnType<typeof watchFolder>;
  const seen = new Set<string>();

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'watched-'));
    mkdirSync(join(folder, 'toy'));
    writeFileSync(join(folder, 'toy/toy.ts'), '');
    watched = watchFolder(folder, (paths) => paths.forEach((path) => seen.add(path)));
    await watched.ready;
  });
  afterEach(async () => {
    await watched.stop();
    rmSync(folder, { recursive: true });
  });

  const saved = async (path: string, save: (file: string) => void): Promise<void> => {
    seen.clear();
    save(join(folder, path));
    await eventually(() => expect([...seen]).toContain(path));
  };

  it('reports each edit of a file, written in place or replaced', async () => {
    const inPlace = (file: string): void => writeFileSync(file, String(Math.random()));
    const replaced = (file: string): void => {
      const copy = join(folder, 'copy');
      inPlace(copy);
      renameSync(copy, file);
    };
    for (const save of [replaced, replaced, inPlace, replaced, inPlace]) await saved('toy/toy.ts', save);
  });

  it('reports new and deleted files, also in new folders', async () => {
    await saved('new/toy.ts', (file) => {
      mkdirSync(join(folder, 'new'));
      writeFileSync(file, '');
    });
    await saved('new/toy.ts', (file) => rmSync(file));
  });
});
