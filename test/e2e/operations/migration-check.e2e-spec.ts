import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../src/app.module.js';
import { tenantDataSourceOptions } from '../../../src/core/database/stores/data-source-options.js';
import { Registry } from '../../../src/core/registry/registry.js';
import { migrateAll } from '../../../src/operations/migrate-all.js';
import { checkMigrations } from '../../../src/operations/migration-check/check-migrations.js';
import { tryMigrations } from '../../../src/operations/migration-check/trial.js';
import { refusalsOf } from '../../../src/operations/migration-check/verdict.policy.js';
import { useTestDatabases, whileLocked, withClient } from '../../support/databases.js';

const TENANT = REGISTRY.schema('tenant').migrations;
// Far below a real one, and above every table that the test does not plant.
const LIMITS = { largeBytes: 256 * 1024, rows: 1_000, seconds: 60, attempts: 2 };
const ROWS = 20_000;

type Migration = new () => MigrationInterface;

/** A migration that comes after all others. */
function planted(position: number, statements: readonly string[], transaction?: boolean): Migration {
  const name = `Planted${9_000_000_000_000 + position}`;
  return class implements MigrationInterface {
    readonly name = name;
    readonly transaction = transaction ?? true;
    async up(db: QueryRunner): Promise<void> {
      for (const statement of statements) await db.query(statement);
    }
    async down(): Promise<void> {}
  };
}

const databases = useTestDatabases();
const urlOf = (): string => databases.superuser.storeUrls.get('store-a')!;

beforeAll(() =>
  withClient(urlOf(), async (client) => {
    await client.query('CREATE TABLE planted (id integer NOT NULL, note text)');
    await client.query(`INSERT INTO planted SELECT n, repeat('x', 20) FROM generate_series(1, ${ROWS}) n`);
    await client.query(
      `CREATE TABLE planted_parts (id integer NOT NULL, at date NOT NULL) PARTITION BY RANGE (at);
       CREATE TABLE planted_parts_1 PARTITION OF planted_parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
       INSERT INTO planted_parts SELECT n, '2026-05-01' FROM generate_series(1, ${ROWS}) n`,
    );
  }),
);

async function tried(...migrations: readonly Migration[]) {
  const source = await new DataSource({
    ...tenantDataSourceOptions(urlOf(), { entities: [], migrations: [...TENANT, ...migrations] }),
  }).initialize();
  try {
    const trial = await tryMigrations(source, [], LIMITS);
    const refusals = trial.effects.flatMap((effect) => refusalsOf(effect, LIMITS));
    return { ...trial, refusals, locks: trial.effects.map(({ tables }) => tables.map(({ lock }) => lock)) };
  } finally {
    await source.destroy();
  }
}

describe('migrate --check', () => {
  // Fails if a migration that stops reads or writes of a large store is let through.
  it.each([
    [
      'an index',
      'CREATE INDEX planted_note ON planted (note)',
      /reads planted .* writers wait/,
      /CONCURRENTLY/,
    ],
    [
      'an index of partitions',
      'CREATE INDEX ON planted_parts (id)',
      /reads planted_parts/,
      /ATTACH PARTITION/,
    ],
    ['another type', 'ALTER TABLE planted ALTER COLUMN id TYPE bigint', /rewrites planted/, /new type/],
    [
      'a default that differs by row',
      'ALTER TABLE planted ADD COLUMN token uuid DEFAULT gen_random_uuid()',
      /rewrites planted/,
      /constant/,
    ],
    [
      'NOT NULL',
      'ALTER TABLE planted ALTER COLUMN note SET NOT NULL',
      /reads planted .* readers/,
      /NOT VALID/,
    ],
    [
      'a check',
      `ALTER TABLE planted ADD CONSTRAINT planted_note CHECK (note <> '')`,
      /reads planted .* readers/,
      /NOT VALID/,
    ],
    ['all rows', `UPDATE planted SET note = 'y'`, new RegExp(`changes ${ROWS} rows`), /in batches/],
  ])('refuses %s on a large table, and says what to write instead', async (_, statement, fault, instead) => {
    const { refusals } = await tried(planted(1, [statement]));
    expect(refusals).toEqual([
      { fault: expect.stringMatching(fault) as string, instead: expect.stringMatching(instead) as string },
    ]);
  });

  it('refuses to validate in the transaction that still holds the lock of the constraint', async () => {
    const add = `ALTER TABLE planted ADD CONSTRAINT planted_note CHECK (note <> '') NOT VALID`;
    const validate = 'ALTER TABLE planted VALIDATE CONSTRAINT planted_note';
    expect((await tried(planted(1, [add, validate]))).refusals).toMatchObject([
      { instead: expect.stringContaining('a migration of its own') as string },
    ]);
    const apart = await tried(planted(1, [add]), planted(2, [validate]));
    expect(apart.refusals).toEqual([]);
    expect(apart.locks).toEqual([['AccessExclusive'], ['ShareUpdateExclusive']]);
  });

  it('lets through what needs no rows, and changes nothing', async () => {
    const trial = await tried(
      planted(1, [
        `ALTER TABLE planted ADD COLUMN kind text NOT NULL DEFAULT 'call'`,
        'CREATE TABLE planted_more (id integer PRIMARY KEY)',
        'CREATE INDEX planted_more_id ON planted_more (id)',
        'ALTER TABLE planted ADD CONSTRAINT planted_note NOT NULL note NOT VALID',
      ]),
      planted(2, ['CREATE INDEX CONCURRENTLY planted_note ON planted (note)'], false),
    );
    expect(trial).toMatchObject({ refusals: [], end: null });
    expect(trial.effects.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(4).fill('tried'),
      'not tried',
    ]);
    expect((await tried()).migrations).toEqual([]);
    const columns = await withClient(urlOf(), (client) => client.query('SELECT * FROM planted LIMIT 1'));
    expect(columns.fields.map(({ name }) => name)).toEqual(['id', 'note']);
  });

  it('ends when a lock is not free, and names a migration that fails', async () => {
    const add = planted(1, ['ALTER TABLE planted ADD COLUMN kind text']);
    await whileLocked(urlOf(), 'planted IN ACCESS SHARE MODE', async () => {
      expect((await tried(add)).end).toContain('pg_blocking_pids');
    });
    expect((await tried(planted(1, ['ALTER TABLE absent ADD COLUMN kind text']))).end).toContain('"absent"');
  });

  it('tells of every store, and refuses as a whole', async () => {
    const settings = {
      metadataOwnerUrl: databases.superuser.metadataUrl,
      tenantStoreOwnerUrls: databases.superuser.storeUrls,
    };
    const check = async (migrations: readonly Migration[]) => {
      const said: string[] = [];
      const parts = [...REGISTRY.parts, { folder: 'planted', migrations: { tenant: [...migrations] } }];
      const may = await checkMigrations(settings, new Registry(parts), LIMITS, (line) => said.push(line));
      return { may, said: said.join('\n') };
    };
    expect(await check([])).toEqual({
      may: true,
      said:
        'metadata store: up to date\ntenant store store-a: up to date\ntenant store store-b: up to date\n' +
        'Every migration may run.',
    });
    const refused = await check([
      planted(1, [`CREATE TABLE IF NOT EXISTS planted (note text)`, 'CREATE INDEX ON planted (note)']),
    ]);
    expect(refused.may).toBe(false);
    expect(refused.said).toMatch(/Share on planted for .* ms: writers wait; reads/);
    expect(refused.said).toContain('REFUSED: 1 statements. Nothing was changed.');
  });
});

// Fails if requests queue behind a migration for the duration of a long read.
it('migrates without holding up others while a long read holds a table', async () => {
  const parts = [
    ...REGISTRY.parts,
    {
      folder: 'planted',
      migrations: { tenant: [planted(1, ['ALTER TABLE messages ADD COLUMN kind text'])] },
    },
  ];
  const settings = {
    metadataOwnerUrl: databases.superuser.metadataUrl,
    tenantStoreOwnerUrls: new Map([['store-b', databases.superuser.storeUrls.get('store-b')!]]),
  };
  const said: string[] = [];
  const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>();
  const migrate = (): Promise<void> =>
    migrateAll(settings, new Registry(parts), (line) => {
      said.push(line);
      if (line.includes('waits')) isWaiting();
    });
  await whileLocked(
    settings.tenantStoreOwnerUrls.get('store-b')!,
    'messages IN ACCESS SHARE MODE',
    async (unlock) => {
      const migrating = migrate();
      await waits;
      await withClient(settings.tenantStoreOwnerUrls.get('store-b')!, (client) =>
        client.query('SELECT FROM messages LIMIT 1'),
      );
      await unlock();
      await migrating;
    },
  );
  expect(said.at(-1)).toBe('tenant store store-b: Planted9000000000001');
});
