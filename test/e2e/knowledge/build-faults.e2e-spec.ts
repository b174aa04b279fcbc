import { describe, expect, it } from 'vitest';
import { enqueueWork } from '../../../src/core/database/outbox/enqueue-work.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { BUILD_KNOWLEDGE } from '../../../src/features/knowledge/builds/build-work.js';
import { TestClock } from '../../support/test-clock.js';
import { startTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite, perTest } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { BuildDesk } from './build-desk.js';
import { KnowledgeDesk, useKnowledge } from './knowledge-fixture.js';

describe('builds whose worker waits', () => {
  const { test, desk } = useKnowledge({ withWorker: false });
  const builds = perTest(() => Promise.resolve(new BuildDesk(desk)));
  /** Runs due work with a separate worker. */
  const whileWorking = async <T>(work: () => Promise<T>): Promise<T> => {
    const worker = await startWorker(test);
    try {
      return await work();
    } finally {
      await worker.close();
    }
  };

  // knowledge 5.6, 5.7
  it('are cancelled before every source is indexed, and fail if a source is deleted', async () => {
    const source = await whileWorking(() => desk.uploaded('We open at 8.'));
    const [{ build_id: cancelled }, { build_id: failed }] = [
      await builds.requested(),
      await builds.requested(),
    ];
    const answer = await builds.cancel(cancelled).expect(200);
    expect(answer.body).toMatchObject({ state: 'cancelled', changes: null });
    expect((await builds.cancel(cancelled).expect(200)).body).toEqual(answer.body);
    await builds.preview('open').expect(409);
    await desk.remove(source).expect(200);
    expect(await whileWorking(() => builds.ended(failed))).toMatchObject({
      state: 'failed',
      failures: [{ source_id: source.source_id, code: 'source_gone' }],
    });
    expect((await builds.show(cancelled)).state).toBe('cancelled');
  });

  // knowledge 3.6
  it('have contents that could not be read for an hour, because their keys were unavailable', async () => {
    const { source_id: id } = await desk.created();
    await desk.put(id, 'We open at 8.').expect(200);
    await inStore(test, `UPDATE work_items SET attempts = 12 WHERE payload ->> 'sourceId' = $1`, [id]);
    expect(await whileWorking(() => desk.settled(id))).toMatchObject({ status: 'ready', failure_code: null });
  });

  // knowledge 5.5, 5.6, 5.10
  it('continue at the source at which a worker died, unless it fails again and again', async () => {
    const source = await whileWorking(() => desk.uploaded('We open at 8.'));
    const [{ build_id: failed }, { build_id: half }] = [await builds.requested(), await builds.requested()];
    await inStore(
      test,
      `UPDATE knowledge_builds SET attempts = 10, requested_by = 'worker' WHERE build_id = $1`,
      [failed],
    );
    // A content that has lost its words.
    await inStore(
      test,
      `INSERT INTO knowledge_contents (client_id, data_env, content_key, project_id, source_id, key_id, dictionary)
       SELECT client_id, data_env, content_key, $2, source_id, 'k', 'simple'
         FROM knowledge_build_sources WHERE build_id = $1`,
      [half, desk.projectId],
    );
    await whileWorking(async () => {
      await builds.ended(half);
      await eventually(async () => expect(await desk.notices()).toHaveLength(1));
    });
    // A person requested the other build.
    expect(await desk.notices()).toMatchObject([
      {
        title: 'A page has changed, but the knowledge could not be built',
        lines: [
          desk.projectId,
          'A source could not be indexed. Request another build; if it fails again, contact support.',
          'Calls are answered as before.',
        ],
      },
    ]);
    expect(await builds.show(failed)).toMatchObject({
      state: 'failed',
      failures: [{ source_id: source.source_id, code: 'not_indexed' }],
    });
    expect(await builds.show(half)).toMatchObject({ state: 'ready', chunks: 1 });
    expect((await builds.answer('open')).items).toMatchObject([{ source_id: source.source_id }]);
  });

  // knowledge 7.5
  it('leave no older ones if a worker died right after the end of the last', async () => {
    const { tenant, projectId } = desk;
    const values = [tenant.clientId, tenant.dataEnv, projectId];
    await inStore(
      test,
      `INSERT INTO knowledge_builds (client_id, data_env, project_id, build_id, state, content_hash, requested_at,
              requested_by, ended_at)
       SELECT $1, $2, $3, gen_random_uuid(), CASE WHEN n > 11 THEN 'ready' ELSE 'failed' END, 'h', now(), 'x', now()
         FROM generate_series(1, 12) n`,
      values,
    );
    await inStore(
      test,
      `INSERT INTO knowledge_contents (client_id, data_env, content_key, project_id, source_id, key_id, dictionary)
       VALUES ($1, $2, gen_random_uuid(), $3, gen_random_uuid(), 'k', 'simple')`,
      values,
    );
    await test.app
      .get(TenantStores)
      .transaction(systemContext(tenant, 'test'), (tx) =>
        enqueueWork(tx, BUILD_KNOWLEDGE, [{ key: projectId, payload: { projectId } }]),
      );
    const rowsOf = (table: string) =>
      inStore<{ state?: string }>(test, `SELECT * FROM ${table} WHERE client_id = $1`, [tenant.clientId]);
    await whileWorking(() => eventually(async () => expect(await rowsOf('work_items')).toEqual([])));
    // The metadata store does not know the ready one.
    expect((await rowsOf('knowledge_builds')).map(({ state }) => state)).toEqual(Array(10).fill('failed'));
    expect(await rowsOf('knowledge_contents')).toEqual([]);
  });
});

describe('limits of builds and previews', () => {
  const clock = new TestClock();
  const one = perSuite(
    () => startTestApp({ clock }),
    (app) => app.close(),
  );
  const two = perSuite(
    () => startTestApp({ clock, databases: one.databases }),
    (app) => app.close(),
  );
  const builds = perTest(async () => {
    const tenant = await one.world.aTenant();
    // A key, because tokens expire sooner than the windows.
    const key = await one.world.aKey(tenant, 'partner_admin');
    const projectId = await one.world.aProject(tenant);
    const desk = new BuildDesk(new KnowledgeDesk(one, tenant, projectId, { 'X-API-Key': key }));
    await inStore(
      one,
      `INSERT INTO knowledge_sources (client_id, data_env, source_id, project_id, kind, title_encrypted, language,
              status, content_hash, etag, created_at, updated_at, updated_by)
       VALUES ($1, $2, gen_random_uuid(), $3, 'text', '\\x', 'en', 'ready', 'h', 'e', now(), now(), 'x')`,
      [tenant.clientId, tenant.dataEnv, projectId],
    );
    return desk;
  });

  // knowledge 5.9
  it('allow 12 builds in 60 minutes, over two processes', async () => {
    const both = [builds, builds.on(two)] as const;
    for (let count = 0; count < 12; count += 1) await both[count % 2]!.request().expect(202);
    for (const desk of both) {
      const refused = await desk.request().expect(429);
      expect(refused.body).toMatchObject({ error: { code: 'rate_limited' } });
      expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0);
    }
    clock.advance(60 * 60_000);
    await builds.request().expect(202);
  });

  // knowledge 5.9, 8.1
  it('allow 30 previews in 300 seconds, over two processes, and count no refused ones', async () => {
    await builds.preview('parking').expect(409);
    await inStore(
      one,
      `INSERT INTO knowledge_builds (client_id, data_env, build_id, project_id, state, content_hash, requested_at,
              requested_by, ended_at)
       VALUES ($1, $2, gen_random_uuid(), $3, 'ready', 'h', now(), 'x', now())`,
      [builds.sources.tenant.clientId, builds.sources.tenant.dataEnv, builds.sources.projectId],
    );
    const both = [builds, builds.on(two)] as const;
    for (let count = 0; count < 30; count += 1) await both[count % 2]!.preview('parking').expect(200);
    for (const desk of both) await desk.preview('parking').expect(429);
    clock.advance(300_000);
    await builds.preview('parking').expect(200);
  });
});
