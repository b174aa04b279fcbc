import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { ScopedRepository } from '../../../src/core/database/unit-of-work/scoped-repository.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { CallEventEntity, CallIndexEntity } from '../../../src/features/calls/calls.entities.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';

const PLACE = { revision: 1, projectId: 'project', startedAtUtc: new Date('2026-10-01T00:00:00Z') };
const EVENT = {
  callId: 'call',
  eventType: 'call.started',
  projectId: 'project',
  revision: 1,
  occurredAtUtc: PLACE.startedAtUtc,
};
const backend = { name: 'backend', ofStore: true, text: 'SELECT pg_backend_pid() AS pid' } as const;

describe('a repository of a tenant store', () => {
  const test = useTestApp();
  let stores: TenantStores;
  let auth: AuthContext;
  let foreign: AuthContext;

  const places = (of: AuthContext): Promise<CallIndexEntity[]> =>
    stores.read(of, (db) => db.repo(CallIndexEntity).find({}));

  beforeAll(async () => {
    stores = test.app.get(TenantStores);
  });
  beforeEach(async () => {
    const tenants: TestTenant[] = [await test.world.aTenant(), await test.world.aTenant()];
    [auth, foreign] = tenants.map((tenant) => systemContext(tenant, 'test')) as [AuthContext, AuthContext];
    for (const owner of [auth, foreign]) {
      await stores.transaction(owner, (tx) => tx.repo(CallIndexEntity).insert({ callId: 'call', ...PLACE }));
    }
  });

  it('finds, changes and removes rows of its tenant, with what the store fills in', async () => {
    const { clientId, dataEnv } = auth;
    await stores.transaction(auth, async (tx) => {
      const events = tx.repo(CallEventEntity);
      await events.insert(EVENT);
      expect(await events.update({ callId: 'call' }, { revision: 2 })).toBe(1);
      expect(await events.findOne({ callId: 'call' })).toMatchObject({ clientId, dataEnv, revision: 2 });
      expect((await events.find({}))[0]?.eventId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await tx.repo(CallIndexEntity).delete({ callId: 'call' })).toBe(1);
    });
    expect(await places(auth)).toEqual([]);
    expect(await places(foreign)).toHaveLength(1);
  });

  it('shares connection, snapshot and fate with the statements beside it', async () => {
    const failing = stores.transaction(auth, async (tx) => {
      const [first] = await tx.query<{ pid: number }>(backend);
      await tx.repo(CallIndexEntity).insert({ callId: 'second', ...PLACE });
      const text = 'SELECT pg_backend_pid() AS pid FROM call_index WHERE client_id = $1 AND data_env = $2';
      const own = await tx.query<{ pid: number }>({ name: 'own_backend', text });
      expect(own).toEqual([first, first]);
      throw new Error('A fault of the work.');
    });
    await expect(failing).rejects.toThrow('A fault of the work.');
    expect(await places(auth)).toHaveLength(1);
  });

  it('serves its work no longer once that has ended', async () => {
    const kept: ScopedRepository<CallIndexEntity>[] = [];
    await stores.read(auth, async (db) => void kept.push(db.repo(CallIndexEntity)));
    await expect(kept[0]!.find({})).rejects.toThrow('after it had ended');
  });

  // The filter is removed as if by mistake: only row-level security remains.
  it.each(['as the first statement of a read', 'behind another'])(
    'whose filter is gone gives no foreign row, %s',
    async (place) => {
      const scoped = vi
        .spyOn(ScopedRepository.prototype as unknown as { scoped: (where: object) => object }, 'scoped')
        .mockImplementation((where) => where);
      try {
        const found = await stores.read(auth, async (db) => {
          if (place === 'behind another') await db.query(backend);
          return db.repo(CallIndexEntity).find({});
        });
        expect(found.map(({ clientId }) => clientId)).toEqual([auth.clientId]);
        const changed = await stores.transaction(auth, (tx) =>
          tx.repo(CallIndexEntity).delete({ callId: 'call' }),
        );
        expect(changed).toBe(1);
      } finally {
        scoped.mockRestore();
      }
      expect(await places(foreign)).toHaveLength(1);
    },
  );
});
