import { beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { IngestService } from '../../../src/features/calls/ingest/ingest.service.js';
import { StopReleasesJob } from '../../../src/features/version-performance/stopping/stop-releases.job.js';
import { aCall } from '../../support/builders.js';
import { useTestApp } from '../../support/app.js';
import { WAITING_FOR_TABLE, whileLocked } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { startWorker } from '../../support/worker.js';
import { codeOf, fieldsOf, useProjectFixture } from '../configuration/editing.js';
import { auditOf, send } from './releasing.js';
import {
  end,
  listen,
  publishFirstVersion,
  staged,
  stagedReleasesOf,
  stopNotices,
  tryStage,
} from './staging.js';

const NOW = '2026-10-10T02:00:00.000Z';
const RULE = { failed_share: 20, min_calls: 20 };

describe('a staged release with a rule', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const worker = perSuite(
    () => startWorker(test),
    (it) => it.close(),
  );
  const stopping = (): StopReleasesJob => worker.get(StopReleasesJob, { strict: false });
  const desk = useProjectFixture(test);
  const { shown } = stagedReleasesOf(test, desk);

  beforeEach(() => clock.set(NOW));

  const stage = async (stop_when: object = RULE): Promise<void> => {
    await publishFirstVersion(test, desk);
    await staged(test, desk, { percent: 20, stop_when });
    clock.advance(60_000);
  };
  // Not by a request: whose keys are read through the login of the worker that this process has
  // become as well.
  const call = async (count: number, failed: number, over: object = {}): Promise<void> => {
    const { accepted } = await test.app.get(IngestService, { strict: false }).ingest(
      systemContext(desk.tenant, 'admin'),
      Array.from({ length: count }, (_, place) =>
        aCall(desk.projectId, {
          version_number: 2,
          call_status: place < failed ? 'failed' : 'completed',
          started_at_utc: NOW,
          ended_at_utc: undefined,
          ...over,
        }),
      ),
    );
    expect(accepted).toBe(count);
  };
  /** Runs the checks of two workers at once. */
  const check = async (): Promise<void> => {
    await Promise.all([stopping().handle(desk.tenant), stopping().handle(desk.tenant)]);
  };
  // workspace 15.11
  it('shows its rule', async () => {
    await stage({ abandoned_share: 30 });
    expect(await shown()).toMatchObject({
      stop_when: { failed_share: null, escalation_share: null, abandoned_share: 30, min_calls: 50 },
      stopped: null,
    });
  });

  // workspace 15.11
  it('is refused with another limit, with none, and with too few calls', async () => {
    await publishFirstVersion(test, desk);
    for (const [stop_when, code] of [
      [{}, 'limit_missing'],
      [{ min_calls: 30 }, 'limit_missing'],
      [{ failed_share: 0 }, 'min'],
      [{ failed_share: 101 }, 'max'],
      [{ failed_share: 12.5 }, 'is_int'],
      [{ failed_share: 20, min_calls: 19 }, 'min'],
      [{ failed_share: 20, min_calls: 100_001 }, 'max'],
      [{ failed_share: 20, other: 1 }, 'extra_forbidden'],
    ] as const) {
      const refused = await tryStage(test, desk, { percent: 20, stop_when });
      expect([refused.status, fieldsOf(refused).map(([, type]) => type)]).toEqual([422, [code]]);
    }
  });

  // workspace 15.12
  it('takes itself back once, with evidence, an audit row and a notice', async () => {
    await listen(test, desk);
    await stage();
    await call(19, 19);
    await check();
    expect(await shown()).toMatchObject({ state: 'active', stopped: null });
    expect(await stopping().plan()).toContainEqual(desk.tenant);
    await call(1, 0);
    await check();
    const ended = await shown();
    expect(ended).toMatchObject({
      state: 'taken_back',
      ended_by: null,
      stopped: { rule: 'failed_share', limit: 20, share: 95, calls: 20, counted: 19 },
    });
    expect(ended.stopped?.checked_at).toBe(ended.ended_at);
    await check();
    expect(await auditOf(test, desk, 'staged_release.stopped')).toMatchObject([
      {
        metadata: {
          project_id: desk.projectId,
          version_number: 2,
          rule: 'failed_share',
          share: 95,
          calls: 20,
        },
      },
    ]);
    expect(await stopNotices(test, desk)).toEqual([{ kind: 'staged_release_stopped', period: '2' }]);
    expect(codeOf(await end(test, desk, 'finish', 2).expect(409))).toBe('staged_release_ended');
    expect(await stopping().plan()).not.toContainEqual(desk.tenant);
    // The next release can start.
    await send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtagOf() }).expect(200);
  });
  const draftEtagOf = async (): Promise<string> =>
    ((await send(test, desk, 'get', 'draft').expect(200)).body as { etag: string }).etag;

  // workspace 15.12
  it('counts calls of the staged version alone, from the start of the release on, that have ended', async () => {
    await stage();
    await call(30, 30, { version_number: 1 });
    await call(30, 0, { call_status: 'in_progress' });
    await call(30, 30, { version_number: undefined });
    await check();
    expect(await shown()).toMatchObject({ state: 'active' });
  });

  // workspace 15.12
  it.each<[string, object, object]>([
    ['escalation_share', { escalation_share: 50 }, { human_escalation: true }],
    ['abandoned_share', { abandoned_share: 50 }, { resolution_status: 'abandoned' }],
  ])('takes itself back by %s', async (rule, limit, over) => {
    await stage({ ...limit, min_calls: 20 });
    await call(20, 0, over);
    await check();
    expect(await shown()).toMatchObject({ state: 'taken_back', stopped: { rule, share: 100 } });
  });

  it('without a rule, stays whatever its calls do', async () => {
    await publishFirstVersion(test, desk);
    await staged(test, desk);
    await call(40, 40);
    await check();
    expect(await shown()).toMatchObject({ state: 'active', stop_when: null });
  });

  // workspace 15.12: each of these tables is written at a different point of the transaction.
  it.each(['project_staged_releases', 'notices'])(
    'ends whole or not at all, when its connection is cut before it writes %s',
    async (table) => {
      await listen(test, desk);
      await stage();
      await call(20, 20);
      const { metadataUrl } = test.databases.superuser;
      await whileLocked(metadataUrl, `${table} IN SHARE MODE`, async (unlock) => {
        const checked = check().catch(() => 'cut');
        await expect
          .poll(
            async () =>
              (
                await test.world.sql(
                  `SELECT pg_terminate_backend(pid) FROM (${WAITING_FOR_TABLE}) AS waiting`,
                  [table],
                )
              ).length,
            { interval: 10 },
          )
          .toBeGreaterThan(0);
        expect(await shown()).toMatchObject({ state: 'active', stopped: null });
        await unlock();
        await checked;
      });
      await eventually(check);
      expect(await shown()).toMatchObject({ state: 'taken_back', stopped: { share: 100 } });
      expect(await auditOf(test, desk, 'staged_release.stopped')).toHaveLength(1);
      expect(await stopNotices(test, desk)).toHaveLength(1);
    },
  );
});
