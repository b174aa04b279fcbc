import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';

const repository = resolve(import.meta.dirname, '../..');

/** The exports of the files of this kind, in the root folders of features and of core. */
async function exportedBy(kind: string): Promise<[file: string, value: object][]> {
  const files = globSync(`src/{core,features}/*/*.${kind}.ts`, { cwd: repository });
  const modules = await Promise.all(
    files.map(async (file): Promise<[string, object]> => [
      file,
      (await import(join(repository, file))) as object,
    ]),
  );
  return modules.flatMap(([file, exported]) =>
    Object.values(exported)
      .filter((value): value is object => typeof value === 'object' && value !== null)
      .map((value): [string, object] => [file, value]),
  );
}

// An unlisted declaration works in its feature but is missing from every overall list.
describe('what a feature declares', () => {
  it.each([
    ['errors', (): readonly unknown[] => REGISTRY.errors],
    ['audit', (): readonly unknown[] => REGISTRY.actions],
  ])('is listed in its definition: %s', async (kind, listed) => {
    const declared = await exportedBy(kind);
    expect(declared.length).toBeGreaterThan(0);
    const missing = declared.flatMap(([file, value]) =>
      Object.values(value)
        .filter((entry) => !listed().includes(entry))
        .map((entry) => `${file}: ${JSON.stringify(entry)}`),
    );
    expect(missing).toEqual([]);
  });

  it('is listed in its definition: settings', async () => {
    const { service, owner } = REGISTRY.settings;
    const names = (await exportedBy('settings')).flatMap(([, table]) => Object.keys(table));
    expect(names.toSorted()).toEqual(Object.keys({ ...service, ...owner }).toSorted());
  });

  it('is in the folder that it names', () => {
    const folders = globSync('src/features/*/*.feature.ts', { cwd: repository }).map((file) =>
      file.replace(/^src\/(.*)\/[^/]+$/, '$1'),
    );
    const named = REGISTRY.parts
      .map(({ folder }) => folder)
      .filter((folder) => folder.startsWith('features/'));
    expect(named.toSorted()).toEqual(folders.toSorted());
  });
});
