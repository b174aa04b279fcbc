import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../src/app.module.js';
import { tenantDataSourceOptions } from '../../../src/core/database/stores/data-source-options.js';
import { Registry } from '../../../src/core/registry/registry.js';
import { migrateAll } from '../../../src/operations/migrate-all.js';
import { checkMigrations } from '../../../src/operations/migration-check/check-migrations.js';
import { readLiveStore } from '../../../src/operations/migration-check/live-store.js';
import { withScratchDatabase } from '../../../src/operations/migration-check/scratch-database.js';
import { tryMigrations } from '../../../src/operations/migration-check/trial.js';
import { effectsOf, refusalsOf } from '../../../src/operations/migration-check/verdict.policy.js';
import { useTestDatabases, whileLocked, withClient } from '../../support/databases.js';

const TENANT = REGISTRY.schema('tenant').migrations;
// Far below a realistic size, and above every table that the test does not plant.
const LIMITS = { largeBytes: 256 * 1024, rows: 1_000 };
const ROWS = 20_000;

type Migration = new () => MigrationInterface;

/** A migration after all others. */
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

/** The store has it, and its tables contain rows. */
const PLANTED = planted(0, [
  'CREATE TABLE planted (id integer NOT NULL, note text)',
  'CREATE TABLE planted_parts (id integer NOT NULL, at date NOT NULL) PARTITION BY RANGE (at)',
]);

const databases = useTestDatabases();
const urlOf = (): string => databases.superuser.storeUrls.get('store-a')!;
const optionsWith = (...migrations: readonly Migration[]) =>
  tenantDataSourceOptions(urlOf(), { entities: [], migrations: [...TENANT, PLANTED, ...migrations] });

beforeAll(async () => {
  const source = await new DataSource(optionsWith()).initialize();
  await source.runMigrations();
  await source.query(
    `CREATE TABLE planted_parts_1 PARTITION OF planted_parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
  );
  await source.query(`INSERT INTO planted SELECT n, repeat('x', 20) FROM generate_series(1, ${ROWS}) n`);
  await source.query(`INSERT INTO planted_parts SELECT n, '2026-05-01' FROM generate_series(1, ${ROWS}) n`);
  await source.query('ANALYZE planted, planted_parts');
  await source.destroy();
});

async function tried(...migrations: readonly Migration[]) {
  const live = await readLiveStore(urlOf());
  const store = { name: 'store-a', options: optionsWith(...migrations), prepare: [] };
  const trial = await tryMigrations(store, live);
  const effects = effectsOf(trial.steps, live.sizes);
  return { ...trial, effects, refusals: effects.map((effect) => refusalsOf(effect, LIMITS)) };
}

describe('migrate --check', () => {
  // Fails if a migration that stops reads or writes of a large store is let through.
  it('refuses what holds up a large table, and says what to write instead', async () => {
    const refused = [
      ['CREATE INDEX planted_note ON planted (note)', /reads planted .* writers wait/, /CONCURRENTLY/],
      ['CREATE INDEX ON planted_parts (id)', /reads planted_parts/, /ATTACH PARTITION/],
      ['ALTER TABLE planted ALTER COLUMN id TYPE bigint', /rewrites planted/, /new type/],
      ['ALTER TABLE planted ADD COLUMN token uuid DEFAULT gen_random_uuid()', /rewrites planted/, /constant/],
      ['ALTER TABLE planted ALTER COLUMN note SET NOT NULL', /reads planted .* readers/, /NOT VALID/],
      [
        `ALTER TABLE planted ADD CONSTRAINT planted_text CHECK (note <> '')`,
        /reads planted .* readers/,
        /NOT VALID/,
      ],
      [`UPDATE planted SET note = 'y'`, new RegExp(`may change ${ROWS} rows`), /in batches/],
      [
        'INSERT INTO planted_parts SELECT id, date $$2026-05-01$$ FROM planted',
        new RegExp(`may change ${ROWS} rows of planted_parts`),
        /in batches/,
      ],
    ] as const;
    const { refusals, end } = await tried(
      ...refused.map(([statement], index) => planted(index + 1, [statement])),
    );
    expect(end).toBeNull();
    expect(refusals).toEqual(
      refused.map(([, fault, instead]) => [
        { fault: expect.stringMatching(fault) as string, instead: expect.stringMatching(instead) as string },
      ]),
    );
  });

  it('lets through what needs no rows, and names a migration that fails', async () => {
    const trial = await tried(
      planted(1, [
        `ALTER TABLE planted ADD COLUMN kind text NOT NULL DEFAULT 'call'`,
        'CREATE TABLE planted_more (id integer PRIMARY KEY)',
        'CREATE INDEX planted_more_id ON planted_more (id)',
        'ALTER TABLE planted ADD CONSTRAINT planted_note NOT NULL note NOT VALID',
        `INSERT INTO planted VALUES (0, 'one row')`,
      ]),
      planted(2, ['SET lock_timeout = 0', 'CREATE INDEX CONCURRENTLY planted_note ON planted (note)'], false),
      planted(3, ['ALTER TABLE planted VALIDATE CONSTRAINT planted_note']),
      planted(4, [`ALTER TABLE planted ADD CONSTRAINT planted_text CHECK (note <> '') NOT VALID`]),
      planted(5, [
        `ALTER TABLE planted ADD CONSTRAINT planted_id CHECK (id >= 0) NOT VALID`,
        'ALTER TABLE planted VALIDATE CONSTRAINT planted_id',
      ]),
      planted(6, ['ALTER TABLE absent ADD COLUMN kind text']),
    );
    const locks = trial.effects.map(({ tables }) => tables.map(({ lock }) => lock).join());
    expect(locks).toEqual([
      'AccessExclusive',
      '',
      '',
      'AccessExclusive',
      'AccessExclusive',
      '',
      '',
      'ShareUpdateExclusive',
      'AccessExclusive',
      'AccessExclusive',
      'AccessExclusive',
      '',
    ]);
    expect(trial.effects.map(({ isAlone }) => isAlone).indexOf(true)).toBe(6);
    // Only the validation runs in the transaction that still holds the lock of the constraint.
    expect(trial.refusals.flat()).toEqual([
      {
        fault: expect.stringMatching(/reads planted/) as string,
        instead: expect.stringContaining('a separate migration') as string,
      },
    ]);
    expect(trial.refusals[10]).toHaveLength(1);
    expect(trial.end).toContain('"absent"');
  });

  // Fails if the check takes or awaits a lock for which requests wait.
  it('tells of every store, refuses as a whole, and locks no table', async () => {
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
    const tables = await withClient(urlOf(), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      return rows.map(({ name }) => name);
    });
    // This mode admits only readers.
    const refused = await whileLocked(urlOf(), `${tables.join()} IN EXCLUSIVE MODE`, () =>
      check([PLANTED, planted(1, ['CREATE INDEX ON planted (note)'])]),
    );
    expect(refused.may).toBe(false);
    expect(refused.said).toMatch(/Share on planted for about .* ms: writers wait; reads/);
    expect(refused.said).toContain('REFUSED: 1 statements. Nothing was changed.');
    const left = await withClient(urlOf(), (client) =>
      client.query(
        `SELECT FROM pg_database WHERE datname = left(current_database(), 49) || '_migrate_check'`,
      ),
    );
    expect(left.rowCount).toBe(0);
  });

  it('says which right the login lacks', async () => {
    const trial = withScratchDatabase(databases.storeUrls.get('store-a')!, () => Promise.resolve());
    await expect(trial).rejects.toThrow('ALTER ROLE telephony_store CREATEDB');
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
