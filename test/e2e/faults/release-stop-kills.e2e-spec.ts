import { expect, it, vi } from 'vitest';
import { useTestApp, workerSettings } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { WAITING_FOR_TABLE, whileLocked } from '../../support/databases.js';
import { useProjectFixture } from '../configuration/editing.js';
import { auditOf, aRuntime } from '../releases/releasing.js';
import { listen, publishFirstVersion, staged, stagedReleasesOf, stopNotices } from '../releases/staging.js';

/** The rule is checked every minute, and a release ends within two (workspace 15.12). */
const WITHIN_MS = 120_000;
/** A killed worker's job is given up when its lease ends, and the next minute's job follows. */
const AFTER_KILL_MS = 300_000;

const test = useTestApp();
const service = useBuiltService();
const desk = useProjectFixture(test);
const { shown } = stagedReleasesOf(test, desk);

const startWorker = (): BuiltProcess => service.start('worker', environmentOf(workerSettings(test)));

/** A staged release whose calls all fail. */
async function failing(): Promise<void> {
  await listen(test, desk);
  await publishFirstVersion(test, desk);
  const { started_at } = await staged(test, desk, {
    percent: 20,
    stop_when: { failed_share: 20, min_calls: 20 },
  });
  const calls = Array.from({ length: 20 }, () =>
    aCall(desk.projectId, {
      version_number: 2,
      call_status: 'failed',
      started_at_utc: started_at,
      ended_at_utc: undefined,
    }),
  );
  const posted = test
    .request()
    .post('/internal/v1/calls')
    .set('X-API-Key', await aRuntime(test, desk));
  await posted.send(calls).expect(200);
}

async function expectStoppedOnce(timeout: number): Promise<void> {
  const isStopped = async () =>
    expect(await shown()).toMatchObject({ state: 'taken_back', stopped: { share: 100 } });
  await vi.waitFor(isStopped, { timeout, interval: 200 });
  expect(await auditOf(test, desk, 'staged_release.stopped')).toHaveLength(1);
  expect(await stopNotices(test, desk)).toHaveLength(1);
}

// workspace 15.12
it(
  'a staged release whose calls fail takes itself back within two minutes',
  async () => {
    await failing();
    const worker = startWorker();
    await worker.line('working');
    await expectStoppedOnce(WITHIN_MS);
    await worker.crash();
  },
  2 * WITHIN_MS,
);

// workspace 15.12: each of these tables is written at a different point of the transaction.
it.each(['project_staged_releases', 'notices'])(
  'it does so once, when its worker is killed before it writes %s',
  async (table) => {
    await failing();
    const worker = startWorker();
    await worker.line('working');
    await whileLocked(test.databases.superuser.metadataUrl, `${table} IN SHARE MODE`, async (unlock) => {
      const isWaiting = async () => expect(await test.world.sql(WAITING_FOR_TABLE, [table])).not.toEqual([]);
      await vi.waitFor(isWaiting, { timeout: WITHIN_MS, interval: 10 });
      await worker.crash();
      await unlock();
    });
    expect(await shown()).toMatchObject({ state: 'active', stopped: null });
    const next = startWorker();
    await next.line('working');
    await expectStoppedOnce(AFTER_KILL_MS);
    await next.crash();
  },
  WITHIN_MS + 2 * AFTER_KILL_MS,
);
