import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { DataSourceOptions } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/app.module.js';
import { metadataDataSourceOptions } from '../../src/core/database/metadata/data-source-options.js';
import { tenantDataSourceOptions } from '../../src/core/database/stores/data-source-options.js';
import { migrateAll } from '../../src/operations/migrate-all.js';
import { createTestDatabases, withClient } from '../support/databases.js';
import type { TestDatabases } from '../support/databases.js';
import { checksOf, describedCheck, storedCheck } from './described-checks.js';
import { describedColumns, storedColumns } from './described-columns.js';

async function withDataSource<T>(
  options: DataSourceOptions,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await new DataSource(options).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

const rowsOf = async <R extends object>(client: Client, text: string): Promise<R[]> =>
  (await client.query<R>(text)).rows;

const tablesOf = async (client: Client): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    client,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  return rows.map((row) => row.name).filter((name) => name !== 'migrations');
};

// Columns, constraints, indexes, policies, grants and functions: everything that is equal in two
// databases with the same schema.
const SHAPE = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
  UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND conrelid::regclass::text <> 'migrations'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
  UNION ALL SELECT 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') || ' ' || coalesce(with_check, '') FROM pg_policies
  UNION ALL SELECT 'rights ' || table_name || ' ' || grantee || ' ' || privilege_type
    FROM information_schema.role_table_grants WHERE table_schema = 'public' AND grantee = 'telephony_app'
  UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY line`;

/**
 * A line for each kind of partition, by day or by month: a run may cross midnight, and how many there
 * are depends on the day. PostgreSQL cuts and numbers the names of their indexes.
 */
const undated = (lines: readonly string[]): string[] => [
  ...new Set(
    lines.map((line) =>
      line
        .replace(/INDEX \S+_y\d{4}m\S+ ON/, 'INDEX ON')
        .replaceAll(/_y\d{4}m\d\d(d\d\d)?/g, (_, day) => (day ? '_day' : '_month')),
    ),
  ),
];

const shapeOf = async (url: string): Promise<string[]> =>
  withClient(url, async (client) =>
    undated((await rowsOf<{ line: string }>(client, SHAPE)).map((row) => row.line)),
  );

const METADATA = REGISTRY.schema('metadata');
const TENANT = REGISTRY.schema('tenant');
const STORES = [
  ['metadata store', (it: TestDatabases) => metadataDataSourceOptions(it.superuser.metadataUrl, METADATA)],
  [
    'tenant store',
    (it: TestDatabases) => tenantDataSourceOptions(it.superuser.storeUrls.get('store-a')!, TENANT),
  ],
] as const;

describe('migrations', () => {
  let databases: TestDatabases;

  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  afterAll(() => databases.drop());

  // Fails if a column, index or constraint exists only in an entity or only in a migration.
  it('of the metadata store make exactly what the entities describe', async () => {
    const pending = await withDataSource(
      metadataDataSourceOptions(databases.superuser.metadataUrl, METADATA),
      async (source) => {
        const log = await source.driver.createSchemaBuilder().log();
        return log.upQueries.map(({ query }) => query);
      },
    );
    expect(pending).toEqual([]);
  });

  // TypeORM requires a key on every table, and its own table for generated columns, so the columns
  // are compared here. Fails if a table or a column, its type, default, key or collation exists
  // only in an entity or only in a migration.
  it('of the tenant store make the columns that the entities describe, and no other table', async () => {
    const url = databases.superuser.storeUrls.get('store-a')!;
    const undescribed = REGISTRY.parts.flatMap(({ tables }) => tables?.tenant ?? []);
    await withDataSource(tenantDataSourceOptions(url, TENANT), (source) =>
      withClient(url, async (client) => {
        const stored = await storedColumns(client, ['migrations', ...undescribed]);
        expect(await describedColumns(client, source)).toEqual(stored);
        expect(stored.length).toBeGreaterThan(100);
      }),
    );
  });

  // TypeORM compares checks only by name. Fails if a list of an entity's check differs from the
  // migrations', such as a role that one of them lacks.
  it.each(STORES)('of the %s check what the entities check', async (_, optionsFor) => {
    const options = optionsFor(databases);
    await withDataSource(options, (source) =>
      withClient((options as { url: string }).url, async (client) => {
        const checks = checksOf(source);
        expect(checks.length).toBeGreaterThan(0);
        const differing: object[] = [];
        for (const check of checks) {
          const [inStore, inEntity] = [await storedCheck(client, check), await describedCheck(client, check)];
          if (inStore !== inEntity) differing.push({ check: check.name, inStore, inEntity });
        }
        expect(differing).toEqual([]);
      }),
    );
  });

  it.each(STORES)(
    'of the %s go all the way down, leave nothing, and come up the same',
    async (_, optionsFor) => {
      const options = optionsFor(databases);
      const { url } = options as { url: string };
      const before = await shapeOf(url);
      expect(before.length).toBeGreaterThan(20);
      await withDataSource(options, async (source) => {
        for (const _migration of source.migrations) await source.undoLastMigration();
        expect(await withClient(url, tablesOf)).toEqual([]);
        expect((await shapeOf(url)).filter((line) => !line.includes('migrations'))).toEqual([]);
        await source.runMigrations();
      });
      expect(await shapeOf(url)).toEqual(before);
    },
  );

  it.each(STORES)('of the %s have nothing left to do', async (_, optionsFor) => {
    expect(await withDataSource(optionsFor(databases), (source) => source.showMigrations())).toBe(false);
  });

  it.each(['metadata', 'tenant'] as const)('of the %s store have no limit of time', async (kind) => {
    const { metadataUrl, storeUrls } = databases.superuser;
    const url = kind === 'metadata' ? metadataUrl : [...storeUrls.values()][0]!;
    const options = kind === 'metadata' ? metadataDataSourceOptions : tenantDataSourceOptions;
    // A database or a role may have a timeout for ordinary statements.
    const limit = (to: string): Promise<unknown> =>
      withClient(url, (client) =>
        client.query(`ALTER DATABASE "${client.database}" SET statement_timeout = ${to}`),
      );
    await limit("'10s'");
    await withDataSource(options(url, REGISTRY.schema(kind)), async (source) => {
      expect(await source.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    });
    await limit('DEFAULT');
  });

  it('can be run again, as every deployment and every start of the platform does', async () => {
    const { metadataUrl, storeUrls } = databases.superuser;
    const said: string[] = [];
    await migrateAll({ metadataOwnerUrl: metadataUrl, tenantStoreOwnerUrls: storeUrls }, REGISTRY, (line) =>
      said.push(line),
    );

    expect(said).toEqual([
      'metadata store: up to date',
      'tenant store store-a: up to date',
      'tenant store store-b: up to date',
    ]);
  });
});

describe('the login of the service', () => {
  let databases: TestDatabases;
  let urls: readonly string[];

  beforeAll(async () => {
    databases = await createTestDatabases();
    urls = [databases.metadataUrl, ...databases.storeUrls.values()];
  });
  afterAll(() => databases.drop());

  it('owns nothing and may make nothing', async () => {
    for (const url of urls) {
      const owned = await withClient(url, (client) =>
        rowsOf(client, `SELECT relname FROM pg_class WHERE pg_has_role(current_user, relowner, 'MEMBER')`),
      );
      expect(owned).toEqual([]);
      const make = withClient(url, (client) => client.query('CREATE TABLE public.mine (id integer)'));
      await expect(make).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('is no superuser and cannot step around row-level security', async () => {
    for (const url of urls) {
      const rights = await withClient(url, (client) =>
        rowsOf(
          client,
          'SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
        ),
      );
      expect(rights).toEqual([
        { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
      ]);
    }
  });

  // Fails if a later migration grants ALL on all tables again without taking these two back.
  it.each(['UPDATE audit_events SET outcome = outcome', 'DELETE FROM audit_events', 'TRUNCATE audit_events'])(
    'may not rewrite the audit trail: %s',
    async (statement) => {
      const change = withClient(databases.metadataUrl, (client) => client.query(statement));
      await expect(change).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('may add to the audit trail of the tenant it is bound to, and not read it', async () => {
    await withClient(databases.metadataUrl, async (client) => {
      await client.query(`BEGIN; SET LOCAL app.client_id = 'c'; SET LOCAL app.data_env = 'prod'`);
      await client.query(
        `INSERT INTO audit_events (client_id, data_env, occurred_at, action, outcome, actor_kind, actor_id, scope)
         VALUES ('c', 'prod', now(), 'a', 'success', 'system', 's', 'system')`,
      );
      await expect(client.query('SELECT * FROM audit_events')).rejects.toMatchObject({ code: '42501' });
    });
  });

  it('finds row-level security on every table that holds calls', async () => {
    for (const url of databases.storeUrls.values()) {
      const open = await withClient(url, (client) =>
        rowsOf(
          client,
          `SELECT relname FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
              AND relname <> 'migrations'
              AND NOT (relrowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))`,
        ),
      );
      expect(open).toEqual([]);
    }
  });
});
