import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

// It omits the filter, so only row-level security decides what it finds.
const BOUND_TO = {
  name: 'bound_to',
  text: `SELECT current_setting('app.client_id', true) AS tenant, $1 <> $2`,
};
const FAILING = { name: 'failing', text: 'SELECT 1/0, $1::text, $2::text' };

describe.each(['metadata', 'tenant'] as const)('a transaction of the %s store that is over', (kind) => {
  let test: TestApp;
  let store: MetadataStore | TenantStores;
  let auth: AuthContext;
  let neighbour: AuthContext;

  beforeAll(async () => {
    // One connection for both tenants: each unit of work uses the connection of the previous one.
    test = await startTestApp({
      settings: (base) => ({
        ...base,
        metadata: { ...base.metadata, poolMax: 2 },
        tenantStores: { ...base.tenantStores, poolMax: 1 },
      }),
    });
    store = test.app.get<MetadataStore | TenantStores>(kind === 'metadata' ? MetadataStore : TenantStores);
    auth = systemContext(await test.world.aTenant(), 'test');
    neighbour = systemContext(await test.world.aTenant(), 'test');
  });
  afterAll(() => test.close());

  // Fails if leftover work runs on a connection that another tenant has by then.
  it('serves its work no longer, and leaves the next one on its connection alone', async () => {
    const ended = await store.transaction(auth, async (tx) => {
      await tx.query(BOUND_TO);
      return tx;
    });
    await store.transaction(neighbour, async (tx) => {
      await expect(ended.query(BOUND_TO)).rejects.toThrow('after it had ended');
      await expect(ended.query(FAILING)).rejects.toThrow('after it had ended');
      expect(await tx.query(BOUND_TO)).toMatchObject([{ tenant: neighbour.clientId }]);
    });
  });

  it('serves its other work no longer when one of two pieces at once has failed', async () => {
    const { promise: failed, resolve: goOn } = Promise.withResolvers<void>();
    let rest: Promise<unknown> = Promise.resolve();
    const failing = store.transaction(auth, async (tx) => {
      rest = failed.then(() => tx.query(BOUND_TO));
      await Promise.all([tx.query(FAILING), rest]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await store.transaction(neighbour, async () => {
      goOn();
      await expect(rest).rejects.toThrow('after it had ended');
    });
  });

  // Fails if a successful COMMIT is trusted: PostgreSQL may respond with ROLLBACK, without an
  // error.
  it('is an error when one of its statements had failed and its work went on', async () => {
    const swallowing = store.transaction(auth, async (tx) => {
      await tx.query(BOUND_TO);
      await tx.query(FAILING).catch(() => undefined);
      return 'done';
    });
    await expect(swallowing).rejects.toThrow('nothing was committed');
    expect(await store.transaction(neighbour, (tx) => tx.query(BOUND_TO))).toMatchObject([
      { tenant: neighbour.clientId },
    ]);
  });
});
