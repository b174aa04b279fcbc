import { beforeEach, describe, expect, it } from 'vitest';
import { useMetadataConnections } from '../../../../test/support/metadata-connections.js';
import type { Tenant } from '../../shared/auth-context.js';
import { TenantConnections, type TenantTransaction } from './tenant-connections.js';

const ONE: Tenant = { clientId: 'client-1', dataEnv: 'prod' };
const OTHER: Tenant = { clientId: 'client-2', dataEnv: 'prod' };
const WHO = { text: `SELECT current_setting('app.client_id') AS client` };
const POOL = 4;

describe('connections of the metadata store that are bound to tenants', () => {
  // One or two connections each, so that a tenant would find leftovers of the previous one.
  const connections = useMetadataConnections((base) => ({ ...base, poolMax: POOL + 2 }));
  let tenants: TenantConnections;

  beforeEach(() => {
    tenants = new TenantConnections(connections.dataSource, connections.pool, connections.settings);
  });
  const unbound = (): Promise<{ client: string }[]> => connections.dataSource.query(WHO.text);
  const settled = <T>(work: Promise<T>): Promise<T | string> => work.catch(String);

  it('answer each statement as of its tenant, and leave the connection without one', async () => {
    for (const tenant of [ONE, OTHER]) {
      expect(await tenants.query(tenant, WHO)).toEqual([{ client: tenant.clientId }]);
      expect(await tenants.operate(tenant, (manager) => manager.query(WHO.text))).toEqual([
        { client: tenant.clientId },
      ]);
      expect(await tenants.transaction(tenant, ({ query }) => query(WHO))).toEqual([
        { client: tenant.clientId },
      ]);
    }
    for (let lease = 0; lease < POOL; lease += 1) expect(await unbound()).toEqual([{ client: '' }]);
  });

  it.each([
    ['a statement', () => tenants.query(ONE, { text: 'SELECT 1 / 0' })],
    ['an operation', () => tenants.operate(ONE, (manager) => manager.query('SELECT 1 / 0'))],
    ['a transaction', () => tenants.transaction(ONE, ({ query }) => query({ text: 'SELECT 1 / 0' }))],
  ])('are without a tenant also after %s that failed', async (_, fail) => {
    await expect(fail()).rejects.toThrow('division by zero');
    for (let lease = 0; lease < POOL; lease += 1) expect(await unbound()).toEqual([{ client: '' }]);
  });

  it("run a transaction's statements and TypeORM's operations as one", async () => {
    const text = 'SELECT pg_current_xact_id()::text AS id';
    const ids = await tenants.transaction(ONE, async ({ query, manager }) => [
      ...(await query<{ id: string }>({ text })),
      ...(await manager.query<{ id: string }[]>(text)),
    ]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  });

  it('take back what a transaction has done that fails', async () => {
    const failing = tenants.transaction(ONE, async ({ query }) => {
      await query({ text: 'CREATE TEMPORARY TABLE effects ON COMMIT PRESERVE ROWS AS SELECT 1' });
      throw new Error('A fault of the work.');
    });
    await expect(failing).rejects.toThrow('A fault of the work.');
    const tables = await Promise.all(
      Array.from({ length: POOL }, () => tenants.query(ONE, { text: `SELECT to_regclass('effects') AS it` })),
    );
    expect(tables.flat()).toEqual(Array.from({ length: POOL }, () => ({ it: null })));
  });

  it('refuse what is asked in a transaction that has ended', async () => {
    let left: TenantTransaction | undefined;
    await tenants.transaction(ONE, async (tx) => {
      left = tx;
      await tx.query(WHO);
    });
    await expect(left!.query(WHO)).rejects.toThrow('used its transaction after it had ended');
  });

  // Fails if one tenant's transactions may take every connection.
  it('go to transactions of one tenant by half, so that another finds one', async () => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const many = Array.from({ length: 2 * POOL }, () =>
      tenants.transaction(ONE, async ({ query }) => {
        await query(WHO);
        begun += 1;
        await gate.promise;
      }),
    );
    await expect.poll(() => begun).toBe(POOL / 2);
    const other = await settled(tenants.transaction(OTHER, ({ query }) => query(WHO)));
    gate.resolve();
    await Promise.all(many);
    expect([other, begun]).toEqual([[{ client: 'client-2' }], 2 * POOL]);
  });
});
