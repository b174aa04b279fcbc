import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';
import type { StoreReader } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

// PostgreSQL plans five times for the values before it may keep a generic plan.
const RUNS = 5;

const GENERIC_PLANS: NamedQuery = {
  name: 'generic_plans',
  text: 'SELECT generic_plans::integer AS kept FROM pg_prepared_statements WHERE name = $1',
  ofStore: true,
};

describe('a statement', () => {
  let test: TestApp;
  let auth: AuthContext;

  beforeAll(async () => {
    // One connection of each kind, which has therefore run all earlier statements.
    test = await startTestApp({
      settings: (settings) => ({
        ...settings,
        metadata: { ...settings.metadata, poolMax: 1 },
        tenantStores: { ...settings.tenantStores, poolMax: 1 },
      }),
    });
    auth = systemContext(await test.world.aTenant(), 'test');
    // A read that waits long for its connection opens a transaction by itself, and plans for its
    // values.
    await test.app.get(TenantStores).read(auth, { name: 'is_there', text: 'SELECT', ofStore: true });
  });
  afterAll(() => test.close());

  const runs = async (run: () => Promise<unknown>): Promise<void> => {
    for (let count = 0; count < RUNS; count += 1) await run();
  };
  const keptOf = async (db: StoreReader, { name }: NamedQuery): Promise<unknown> =>
    (await db.query<{ kept: number }>(GENERIC_PLANS, [name]))[0]?.kept;

  describe.each([
    ['of a tenant store', 'calls'],
    ['of the metadata store', 'projects'],
  ])('%s', (place, table) => {
    const text = `SELECT FROM ${table} WHERE client_id = $1 AND data_env = $2 AND project_id > $3`;
    const readIn = <T>(work: (db: StoreReader) => Promise<T>): Promise<T> =>
      place === 'of a tenant store'
        ? test.app.get(TenantStores).read(auth, work)
        : test.app.get(MetadataStore).transaction(auth, work);
    const readAlone = (query: NamedQuery): Promise<unknown> =>
      place === 'of a tenant store'
        ? test.app.get(TenantStores).read(auth, { ...query, values: ['p'] })
        : test.app.get(MetadataStore).read(auth, (db) => db.query(query, ['p']));

    it('that keeps its plan is planned once, by itself', async () => {
      const kept: NamedQuery = { name: `${table}_alone`, text, keepsPlan: true };
      await runs(() => readAlone(kept));
      expect(await readIn((db) => keptOf(db, kept))).toBe(RUNS);
    });

    it('that keeps its plan is planned once, at the begin of a longer read', async () => {
      const kept: NamedQuery = { name: `${table}_together`, text, keepsPlan: true };
      const count = await readIn(async (db) => {
        await runs(() => db.query(kept, ['p']));
        return keptOf(db, kept);
      });
      expect(count).toBe(RUNS);
    });

    it('that does not is planned for its values, after others that do', async () => {
      await readAlone({ name: `${table}_before`, text, keepsPlan: true });
      const left: NamedQuery = { name: `${table}_left`, text };
      await runs(() => readAlone(left));
      expect(await readIn((db) => keptOf(db, left))).toBe(0);
    });
  });
});
