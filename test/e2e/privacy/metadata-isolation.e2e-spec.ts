import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { ProjectEntity } from '../../../src/features/projects/projects.entities.js';
import { MetadataPool } from '../../../src/core/database/metadata/metadata-pool.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { prepareForSystem, prepareForTenants } from '../../../src/core/database/metadata/new-connections.js';
import { SystemQueries } from '../../../src/core/database/metadata/system-queries.js';
import { TenantConnections } from '../../../src/core/database/metadata/tenant-connections.js';
import { CALL_ACTIONS } from '../../../src/features/calls/calls.audit.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';

// The door passes $1 and $2 to every statement; these statements do not use them.
const EVERY_PROJECT = {
  name: 'every_project',
  text: 'SELECT p.client_id, p.data_env FROM projects p WHERE ($1::text, $2::text) IS NOT NULL',
};
const PLANT = {
  name: 'plant_project',
  text: `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone)
         VALUES ($1, $2, 'planted', 'planted', 'UTC')`,
};
const EVENT = { action: CALL_ACTIONS.privacyAggregatesRead, outcome: 'success', metadata: {} } as const;

/** Tables that belong to no tenant, and why the service may read them without a bound tenant. */
const OF_NO_TENANT = [
  'break_glass_challenges', // of browsers before anyone has signed in with them
  'migrations', // only used by migrate
  'portal_profiles', // of people, who may belong to several clients
  'portal_sessions', // of people, by the keyed hash of a cookie; only the door across tenants may read them
  'portal_sign_ins', // of browsers before anyone has signed in with them
  'secret_fingerprints', // of the deployment
  'sso_sign_ins', // of browsers before anyone has signed in with them; only the door across tenants may read them
  'throttle_hits', // windows for subjects of many kinds, by key
  'token_signing_keys', // of the deployment; only the door across tenants may read them
];

describe("other tenants' rows of the metadata store", () => {
  let test: TestApp;
  let store: MetadataStore;
  let auth: AuthContext;
  let tenants: { own: TestTenant; staging: TestTenant; foreign: TestTenant };

  const flightsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const pool = test.app.get(MetadataPool);
    // The only connection of this door, with its prepared statements.
    const client = await pool.connect();
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    client.release();
    let flights = 0;
    const count = (): void => void (flights += 1);
    connection.on('readyForQuery', count);
    await work();
    connection.off('readyForQuery', count);
    return flights;
  };

  beforeAll(async () => {
    // Two connections in all, one of each door, so that each piece of work finds the state that the
    // previous one left.
    test = await startTestApp({
      settings: (base) => ({ ...base, metadata: { ...base.metadata, poolMax: 2 } }),
    });
    store = test.app.get(MetadataStore);
    const own = await test.world.aTenant();
    const staging = await test.world.aTenant({ clientId: own.clientId, dataEnv: 'staging' });
    const foreign = await test.world.aTenant();
    tenants = { own, staging, foreign };
    auth = systemContext(own, 'test');
    for (const tenant of [own, staging, foreign]) {
      await test.world.aProject(tenant, { projectId: 'of-the-same-id' });
      await test.world.aKey(tenant, 'partner_admin');
      await test.world.aUser(tenant, { role: 'client_admin' });
    }
  });
  afterAll(() => test.close());

  // Fails if a migration creates a table without a policy, for either door.
  it('lie in tables with row-level security, all but those that have no tenant', async () => {
    const open = await test.world.sql<{ relname: string }>(
      `SELECT relname FROM pg_class c
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND NOT (relrowsecurity AND EXISTS (
                SELECT FROM pg_policies p WHERE p.tablename = c.relname AND 'telephony_requests' = ANY(p.roles)))
        ORDER BY 1`,
    );
    expect(open.map(({ relname }) => relname)).toEqual(OF_NO_TENANT);
  });

  it.each(['read', 'transaction'] as const)(
    'do not come out of a %s when its statement forgets the filter',
    async (door) => {
      const all = await test.world.sql('SELECT FROM projects');
      expect(all.length).toBeGreaterThanOrEqual(3);
      const rows = await store[door](auth, (db) => db.query(EVERY_PROJECT));
      expect(rows).toEqual([{ client_id: auth.clientId, data_env: auth.dataEnv }]);
    },
  );

  // Fails if TypeORM's statements are sent without the binding.
  it('do not come out of a repository without a scope', async () => {
    const connections = test.app.get(TenantConnections);
    const one = await connections.operate(auth, (manager) => manager.find(ProjectEntity));
    const other = await connections.transaction(auth, ({ manager }) => manager.find(ProjectEntity));
    for (const rows of [one, other]) expect(rows).toMatchObject([tenants.own]);
  });

  it('come out of no table, whatever is asked', async () => {
    const tables = await test.world.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'client_id'
          AND has_column_privilege('telephony_requests', quote_ident(table_name), 'client_id', 'SELECT') ORDER BY 1`,
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const text = `SELECT DISTINCT client_id FROM ${name} WHERE client_id <> $1 AND $2 <> ''`;
      expect(await store.read(auth, (db) => db.query({ name: '', text })), name).toEqual([]);
    }
    const people = { name: '', text: `SELECT count(*)::integer AS people FROM portal_users WHERE $1 <> $2` };
    expect(await store.read(auth, (db) => db.query(people))).toEqual([{ people: 1 }]);
  });

  it('cannot be added to', async () => {
    const { clientId, dataEnv } = tenants.foreign;
    const text = PLANT.text.replace('$1, $2', `'${clientId}', '${dataEnv}'`);
    const planting = store.transaction(auth, (tx) =>
      tx.query({ name: '', text: `${text} RETURNING $1::text, $2::text` }),
    );
    await expect(planting).rejects.toMatchObject({ code: '42501' });
    const row = { clientId, dataEnv, projectId: 'planted', displayName: 'planted', timezone: 'UTC' };
    const byTypeOrm = test.app
      .get(TenantConnections)
      .transaction(auth, ({ manager }) => manager.getRepository(ProjectEntity).insert(row));
    await expect(byTypeOrm).rejects.toMatchObject({ driverError: { code: '42501' } });
  });

  it('cannot be changed, and ours cannot be given away', async () => {
    const change = {
      name: '',
      text: `UPDATE projects SET timezone = 'Asia/Tokyo' WHERE $1 <> $2 RETURNING 1`,
    };
    expect(await store.transaction(auth, (tx) => tx.query(change))).toHaveLength(1);
    const away = { name: '', text: `UPDATE projects SET data_env = 'staging' WHERE $1 <> $2` };
    await expect(store.transaction(auth, (tx) => tx.query(away))).rejects.toMatchObject({ code: '42501' });
  });

  // Fails if the tenant is bound with SET: the next to lease the connection would inherit it.
  it.each<[string, () => Promise<unknown>]>([
    ['a read', () => store.read(auth, (db) => db.query(EVERY_PROJECT))],
    ['a read by TypeORM', () => store.read(auth, (db) => db.repo(ProjectEntity).find({}))],
    [
      'a read that failed',
      () => store.read(auth, (db) => db.query({ name: '', text: 'SELECT 1/0, $1, $2' })),
    ],
    ['a unit of work', () => store.transaction(auth, (tx) => tx.query(EVERY_PROJECT))],
    [
      'a unit of work that failed',
      () => store.transaction(auth, (tx) => tx.query({ name: '', text: 'SELECT 1/0, $1, $2' })),
    ],
    ['a unit of work that sent nothing', () => store.transaction(auth, () => Promise.resolve())],
  ])('do not come out of a connection after %s: it carries no binding', async (_, work) => {
    await work().catch(() => undefined);
    const client = await test.app.get(MetadataPool).connect();
    try {
      const { rows } = await client.query(
        `SELECT current_setting('app.client_id', true) AS client_id, (SELECT count(*)::integer FROM projects) AS projects,
                pg_current_xact_id_if_assigned() IS NULL AS is_idle`,
      );
      expect(rows).toEqual([{ client_id: '', projects: 0, is_idle: true }]);
    } finally {
      client.release();
    }
  });

  it('do not come out when the tenant is named like a piece of SQL', async () => {
    const clientId = `x', true), set_config('app.client_id', '${tenants.foreign.clientId}`;
    expect(await store.read({ clientId, dataEnv: 'prod' }, (db) => db.query(EVERY_PROJECT))).toEqual([]);
  });

  // Fails if the binding takes a separate round trip: P2 and every read would pay for it.
  it('cost no round trip to keep apart: a read takes one, a unit of work one more than its statements', async () => {
    const read = { name: 'flight_read', text: 'SELECT $1::text, $2::text' };
    expect(await flightsDuring(() => store.read(auth, (db) => db.query(read)))).toBe(1);
    expect(await flightsDuring(() => store.read(auth, (db) => db.repo(ProjectEntity).find({})))).toBe(1);
    const two = flightsDuring(() =>
      store.transaction(auth, async (tx) => {
        await tx.query(read);
        await tx.audit(EVENT);
      }),
    );
    expect(await two).toBe(3);
    expect(await flightsDuring(() => store.transaction(auth, () => Promise.resolve()))).toBe(0);
  });

  // Fails if a name is dropped on the way: the server would plan the statement again each time.
  it('are kept out of statements that the server keeps prepared under their names', async () => {
    const read = { name: 'kept_prepared', text: 'SELECT $1::text, $2::text' };
    for (let times = 0; times < 2; times += 1) await store.read(auth, (db) => db.query(read));
    await store.transaction(auth, (tx) => tx.audit(EVENT));
    const prepared = {
      name: '',
      text: `SELECT name, (generic_plans + custom_plans)::integer AS plans FROM pg_prepared_statements
              WHERE $1 <> $2 AND name IN ('kept_prepared', 'insert_audit_event') ORDER BY 1`,
    };
    const rows = await store.read(auth, (db) => db.query<{ name: string; plans: number }>(prepared));
    expect(rows.map(({ name }) => name)).toEqual(['insert_audit_event', 'kept_prepared']);
    expect(rows[1]!.plans).toBe(2);
  });

  describe('through the door for work across tenants', () => {
    const ask = (text: string): Promise<object[]> =>
      test.app.get(SystemQueries).query({ name: '', text }, []);

    it('come out, of the tables that such work needs', async () => {
      expect((await ask('SELECT DISTINCT client_id, data_env FROM api_keys')).length).toBeGreaterThanOrEqual(
        3,
      );
    });

    it.each([
      `SELECT * FROM projects`,
      `SELECT * FROM project_secrets`,
      `SELECT wrapped_key FROM tenant_data_keys`,
      `UPDATE api_keys SET scope = 'full-access'`,
      `UPDATE portal_user_client_assignments SET role = 'service_admin'`,
      `INSERT INTO partner_client_ownerships (organisation_id, client_id) VALUES ('o', 'c')`,
      `DELETE FROM api_keys`,
    ])('cannot be had beyond that: %s', async (text) => {
      await expect(ask(text)).rejects.toMatchObject({ code: '42501' });
    });
  });

  describe('and what routes never write', () => {
    const write = (text: string): Promise<object[]> =>
      test.app.get(TenantConnections).transaction(auth, (tx) => tx.query({ text }));

    it.each([
      [`UPDATE api_keys SET scope = 'full-access'`],
      [`UPDATE api_keys SET secret_hash = ''`],
      [`DELETE FROM api_keys`],
      [
        `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, created_by)
         VALUES (current_setting('app.client_id'), current_setting('app.data_env'), 'full-access', 'x', '', 'x', 'x', 'x')`,
      ],
      [`UPDATE portal_user_client_assignments SET role = 'service_admin'`],
      [`UPDATE partner_client_ownerships SET active = true`],
      [`UPDATE clients SET status = 'active'`],
      [`UPDATE tenant_routes SET store_id = 'store-b'`],
      [`DELETE FROM audit_events`],
      [`SET ROLE telephony_owner`],
      [`SELECT * FROM portal_users`],
      [`SELECT * FROM audit_events`],
    ])('is refused by the login itself: %s', async (text) => {
      await expect(write(text)).rejects.toMatchObject({ code: '42501' });
    });
  });

  describe('are kept from logins that were given too much or too little', () => {
    const prepare = (
      url: string,
      preparation: ReturnType<typeof prepareForTenants>,
      before = 'SELECT 1',
    ): Promise<void> =>
      withClient(url, async (client: Client) => {
        await client.query(before);
        return preparation(client);
      });

    it('a superuser, and one that acts for the system', async () => {
      const { superuser } = test.databases;
      for (const before of ['SELECT 1', 'SET ROLE telephony_jobs_system']) {
        await expect(
          prepare(superuser.metadataUrl, prepareForTenants('telephony_requests'), before),
        ).rejects.toThrow('can see the rows of all tenants');
      }
    });

    it.each([
      ['telephony_requests', 'workerMetadataUrl'],
      ['telephony_requests', 'operatorMetadataUrl'],
      ['telephony_jobs', 'metadataUrl'],
      ['telephony_operations', 'workerMetadataUrl'],
    ] as const)('of a process that needs %s: that of another one, %s', async (group, other) => {
      await expect(prepare(test.databases[other], prepareForTenants(group))).rejects.toThrow(
        `needs a member of ${group}`,
      );
    });

    it('at the start: the process says so and leaves', async () => {
      const { databases } = test;
      const url = databases.workerMetadataUrl;
      await expect(
        startTestApp({
          databases,
          settings: (own) => ({ ...own, metadata: { ...own.metadata, url } }),
        }),
      ).rejects.toThrow('needs a member of telephony_requests');
    });

    it('of the worker: it becomes its own role, which reads no keys', async () => {
      await withClient(test.databases.workerMetadataUrl, async (client) => {
        await prepareForSystem('telephony_jobs')(client);
        const { rows } = await client.query('SELECT current_user::text AS role');
        expect(rows).toEqual([{ role: 'telephony_jobs_system' }]);
        await expect(client.query('SELECT secret_hash FROM api_keys')).rejects.toMatchObject({
          code: '42501',
        });
      });
    });
  });
});
