import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Type } from '@nestjs/common';
import { getMetadataArgsStorage } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';
import { withClient, useTestDatabases } from '../support/databases.js';
import { tablesNamedIn } from './table-uses.js';
import type { TableUse } from './table-uses.js';

const repository = resolve(import.meta.dirname, '../..');
const OWNERS = REGISTRY.owners;
const USES = new Map(REGISTRY.parts.map(({ folder, uses = {} }) => [folder, uses]));

/**
 * The part that a file belongs to: the innermost one whose folder contains it. Files outside all
 * parts belong to none, and may name no table.
 */
const partOf = (file: string): string =>
  [...USES.keys()]
    .filter((folder) => file.startsWith(`src/${folder}/`))
    .sort((a, b) => b.length - a.length)
    .at(0) ?? 'no part';

const TABLE_OF_ENTITY = new Map(
  getMetadataArgsStorage().tables.map(({ target, name }) => [(target as Type).name, name ?? '']),
);

/** Entities that a file imports. How it uses them is unknown, so it counts as writing. */
const entitiesIn = (text: string): TableUse[] =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\.entit(?:y|ies)\.js'/g)].flatMap(
    ([, names = '']) =>
      names.split(',').flatMap((name) => {
        const table = TABLE_OF_ENTITY.get(name.trim());
        return table === undefined ? [] : [{ table, does: 'writes' as const }];
      }),
  );

// Migrations may change any table, and feature definitions list the owners.
const NOT_READ = /(\.spec\.ts|\.feature\.ts|\.entit(y|ies)\.ts|core\.parts\.ts)$|\/migrations\//;
const FOUND = globSync('src/**/*.ts', { cwd: repository })
  .filter((file) => !NOT_READ.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const uses = [...tablesNamedIn(text, [...OWNERS.keys()]), ...entitiesIn(text)];
    return uses.map((use) => ({ ...use, file, part: partOf(file) }));
  });

describe('tables', () => {
  const databases = useTestDatabases();

  it('have an owner each', async () => {
    const urls = [databases.superuser.metadataUrl, databases.superuser.storeUrls.get('store-a')!];
    const there = await Promise.all(
      urls.map((url) =>
        withClient(url, async (client) => {
          const { rows } = await client.query<{ name: string }>(
            `SELECT relname AS name FROM pg_class
              WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition`,
          );
          return rows.map(({ name }) => name).filter((name) => name !== 'migrations');
        }),
      ),
    );
    expect(there.flat().toSorted()).toEqual([...OWNERS.keys()].toSorted());
  });

  it('are found in statements', () => {
    expect(FOUND.length).toBeGreaterThan(80);
  });

  it('that are named in statements all have one', () => {
    expect(
      FOUND.filter(({ table }) => !OWNERS.has(table)).map(({ file, table }) => `${file}: ${table}`),
    ).toEqual([]);
  });

  // The remedy: use a service that the owner exports, or declare in `uses` of the part that it
  // needs the table, and why.
  it('are left alone by all but their owners, unless they say otherwise', () => {
    const offenders = FOUND.filter(({ part, table, does }) => {
      const declared = USES.get(part)?.[table];
      const isOwn = !OWNERS.has(table) || OWNERS.get(table) === part;
      return !isOwn && declared !== 'writes' && declared !== does;
    });
    expect(
      offenders.map(({ file, table, does }) => `${file} ${does} ${table} of ${OWNERS.get(table)!}`),
    ).toEqual([]);
  });

  it('of others are declared only where they are used', () => {
    const declared = [...USES].flatMap(([part, uses]) =>
      Object.entries(uses).map(([table, does]) => `${part} ${does} ${table}`),
    );
    const needed = new Set(FOUND.map(({ part, does, table }) => `${part} ${does} ${table}`));
    expect(declared.filter((use) => !needed.has(use))).toEqual([]);
  });
});

describe('the reading of statements', () => {
  const TABLES = ['boats', 'harbours', 'piers'];
  const found = (text: string): string[] =>
    tablesNamedIn(text, TABLES).map(({ does, table }) => `${does} ${table}`);

  it.each([
    ["const A = 'SELECT 1 FROM boats b JOIN harbours h ON true';", ['reads boats', 'reads harbours']],
    [
      'const A = `SELECT 1 FROM boats b, ONLY piers p LEFT JOIN LATERAL (SELECT FROM harbours) h ON true`;',
      ['reads boats', 'reads piers', 'reads harbours'],
    ],
    [
      'const A = `INSERT INTO boats AS b (name) SELECT name FROM piers ON CONFLICT DO UPDATE SET name = 1`;',
      ['writes boats', 'reads piers'],
    ],
    ['const A = `UPDATE boats SET x = 1 FROM piers p`;', ['writes boats', 'reads piers']],
    ['const A = `DELETE FROM boats b USING piers p`;', ['writes boats', 'reads piers']],
    [
      'const A = `SELECT 1 FROM boats FOR UPDATE SKIP LOCKED; FETCH 9 FROM them; SELECT FROM pg_class`;',
      ['reads boats'],
    ],
    [
      'const A = `WITH boat AS MATERIALIZED (SELECT 1 FROM boats) SELECT * FROM boat, unnest($1::text[]) sent`;',
      ['reads boats'],
    ],
    ['const A = `${B} JOIN ${schema}.x ON true JOIN public.piers ON true`;', ['reads piers']],
    ['const insert = (table: string) => `INSERT INTO ${table} (a)`; insert("boats");', ['writes boats']],
    ["const A = 'Read it from boats, or join piers.'; // FROM harbours", []],
    [
      'const A = `SELECT extract(month FROM b.at), b.x IS DISTINCT FROM b.y, trim(both FROM b.z) FROM boats b`;',
      ['reads boats'],
    ],
  ])('finds the tables of %s', (text, tables) => {
    expect(found(text)).toEqual(tables);
  });

  it('names a table that is not known', () => {
    expect(found('const A = `SELECT 1 FROM barges`;')).toEqual(['reads barges']);
  });

  it('knows the part of a file', () => {
    expect(partOf('src/features/calls/list/list.queries.ts')).toBe('features/calls');
    expect(partOf(`src/operations/${basename('migrate-all.ts')}`)).toBe('no part');
  });
});
