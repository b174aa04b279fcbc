import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import { ProjectEntity } from '../../../src/features/projects/projects.entities.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import type { UnitOfWork } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { PRUNE_CALL_EVENTS } from '../../../src/features/calls/events/call-events.job.js';
import { useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { CALL_ACTIONS } from '../../../src/features/calls/calls.audit.js';

const EVENT = { action: CALL_ACTIONS.privacyAggregatesRead, outcome: 'success', metadata: {} } as const;

describe('a unit of work of the metadata store', () => {
  const test = useTestApp();
  let store: MetadataStore;
  let tenant: TestTenant;
  let auth: AuthContext;
  let projects: string[];

  const rename = (tx: UnitOfWork, projectId: string, displayName: string): Promise<number> =>
    tx.repo(ProjectEntity).update({ projectId }, { displayName });
  const nameOf = async (projectId: string): Promise<string> =>
    (
      await test.world.sql<{ display_name: string }>(
        `SELECT display_name FROM projects WHERE project_id = $1`,
        [projectId],
      )
    )[0]!.display_name;
  /** Everything that a unit of work writes: the change, the audit row and the job. */
  const traces = async () => ({
    name: await nameOf(projects[0]!),
    audit: await test.world.sql(`SELECT action, actor_id FROM audit_events WHERE client_id = $1`, [
      tenant.clientId,
    ]),
    jobs: await test.world.sql(`SELECT name, data FROM jobs.job WHERE data->>'clientId' = $1`, [
      tenant.clientId,
    ]),
  });
  const everything = async (tx: UnitOfWork): Promise<void> => {
    await rename(tx, projects[0]!, 'changed');
    await tx.audit(EVENT);
    await tx.enqueue(PRUNE_CALL_EVENTS, { clientId: auth.clientId, dataEnv: auth.dataEnv });
  };

  beforeAll(async () => {
    store = test.app.get(MetadataStore);
    await test.world.sql(`CREATE SEQUENCE planted_faults; GRANT USAGE ON SEQUENCE planted_faults TO PUBLIC`);
    await test.world.sql(`
      CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- A sequence counts on through rollbacks.
        IF nextval('planted_faults') <= TG_ARGV[1]::integer THEN RAISE EXCEPTION 'planted' USING ERRCODE = TG_ARGV[0]; END IF;
        RETURN NEW;
      END $$`);
  });
  beforeEach(async () => {
    tenant = await test.world.aTenant();
    auth = systemContext(tenant, 'test');
    projects = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
  });

  // privacy 8.4
  it('commits the change, its audit row and its job together', async () => {
    await store.transaction(auth, everything);
    expect(await traces()).toEqual({
      name: 'changed',
      audit: [{ action: EVENT.action, actor_id: 'test' }],
      jobs: [{ name: 'call-events.prune', data: tenant }],
    });
  });

  // Fails if enqueue or audit use a connection of their own.
  it('leaves nothing behind when it fails at its end', async () => {
    const failing = store.transaction(auth, async (tx) => {
      await everything(tx);
      throw new Error('A fault of the work.');
    });
    await expect(failing).rejects.toThrow('A fault of the work.');
    expect(await traces()).toEqual({ name: projects[0], audit: [], jobs: [] });
  });

  it('shows nobody the job before it commits', async () => {
    await store.transaction(auth, async (tx) => {
      await everything(tx);
      expect((await traces()).jobs).toEqual([]);
    });
    expect((await traces()).jobs).toHaveLength(1);
  });

  describe('that meets a fault of the database', () => {
    const plant = (table: string, code: string, times: number): Promise<unknown> =>
      test.world.sql(`
        ALTER SEQUENCE planted_faults RESTART;
        CREATE TRIGGER planted BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION planted_fault('${code}', '${times}')`);
    afterEach(() =>
      test.world.sql(
        `DROP TRIGGER IF EXISTS planted ON projects; DROP TRIGGER IF EXISTS planted ON audit_events`,
      ),
    );

    // privacy 8.4
    it('is rolled back when its audit row cannot be written', async () => {
      await plant('audit_events', '23514', 1);
      await expect(store.transaction(auth, everything)).rejects.toThrow();
      expect(await traces()).toEqual({ name: projects[0], audit: [], jobs: [] });
    });

    it.each(['40001', '40P01'])(
      '%s twice is run again from its start, and its effects are there once',
      async (code) => {
        await plant('audit_events', code, 2);
        let runs = 0;
        await store.transaction(auth, async (tx) => {
          runs += 1;
          await everything(tx);
        });
        expect(runs).toBe(3);
        expect(await traces()).toMatchObject({ name: 'changed', audit: [{}], jobs: [{}] });
      },
    );

    it.each(['40001', '40P01'])(
      '%s again and again is given up after three runs with a 503',
      async (code) => {
        await plant('audit_events', code, 100);
        let runs = 0;
        const failing = store.transaction(auth, async (tx) => {
          runs += 1;
          await everything(tx);
        });
        await expect(failing).rejects.toMatchObject({ entry: { status: 503 } });
        expect(runs).toBe(3);
        expect(await traces()).toEqual({ name: projects[0], audit: [], jobs: [] });
      },
    );

    it('23505 is not run again', async () => {
      let runs = 0;
      const failing = store.transaction(auth, async (tx) => {
        runs += 1;
        await tx
          .repo(ProjectEntity)
          .insert({ projectId: projects[0]!, displayName: 'twice', timezone: 'UTC' });
      });
      await expect(failing).rejects.toThrow();
      expect(runs).toBe(1);
    });
  });

  // Fails without lock_timeout: PostgreSQL checks for deadlocks later than the service waits for a
  // response.
  it('that deadlocks with another is run again, and both take effect', async () => {
    const [first, second] = projects as [string, string];
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    let runs = 0;
    const crossing = (one: string, other: string, mark: string): Promise<void> =>
      store.transaction(auth, async (tx) => {
        runs += 1;
        const isFirstRun = runs <= 2;
        await rename(tx, one, `${mark}-1`);
        if (isFirstRun && (arrived += 1) === 2) both.resolve();
        await both.promise;
        await rename(tx, other, `${mark}-2`);
        await tx.audit({ ...EVENT, metadata: { mark } });
      });
    await Promise.all([crossing(first, second, 'a'), crossing(second, first, 'b')]);
    expect(runs).toBeGreaterThanOrEqual(3);
    const marks = await test.world.sql(
      `SELECT metadata->>'mark' AS mark FROM audit_events WHERE client_id = $1 ORDER BY 1`,
      [tenant.clientId],
    );
    expect(marks).toEqual([{ mark: 'a' }, { mark: 'b' }]);
    // The later transaction wrote both rows.
    const names = [await nameOf(first), await nameOf(second)];
    expect([
      ['a-1', 'a-2'],
      ['b-2', 'b-1'],
    ]).toContainEqual(names);
  });

  it('whose connection is killed between two statements is a 503', async () => {
    const failing = store.transaction(auth, async (tx) => {
      await rename(tx, projects[0]!, 'changed');
      await test.world.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      // The connection's death may be noticed before the next statement, or as its answer.
      await rename(tx, projects[1]!, 'changed');
    });
    await expect(failing).rejects.toBeInstanceOf(PlatformError);
    await expect(failing).rejects.toMatchObject({ entry: { status: 503 } });
    expect((await traces()).name).toBe(projects[0]);
  });

  // Fails if one tenant's transactions may take every connection.
  it('leaves connections to others, however many of one tenant are under way', async () => {
    const other = systemContext(await test.world.aTenant(), 'test');
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const many = Array.from({ length: 20 }, () =>
      store.transaction(auth, async (tx) => {
        await tx.repo(ProjectEntity).find({});
        begun += 1;
        await gate.promise;
      }),
    );
    await expect.poll(() => begun).toBeGreaterThanOrEqual(3);
    try {
      await store.transaction(other, (tx) => tx.audit(EVENT));
      await expect(store.read(other, (db) => db.repo(ProjectEntity).find({}))).resolves.toEqual([]);
    } finally {
      gate.resolve();
    }
    await Promise.all(many);
    expect(begun).toBe(20);
  });
});
