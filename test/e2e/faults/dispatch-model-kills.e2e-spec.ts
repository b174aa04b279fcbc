import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../../src/core/time/clock.js';
import { startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { CONTRADICTIONS, DispatchModel } from '../dispatch/dispatch-model.js';
import { RuntimeFixture } from '../dispatch/dispatching.js';

/** Campaigns from launch to end; this many at a time. */
const RUNS = atDepth({ ordinary: 10, full: 50 });
const CAMPAIGNS = 10;
const SEED = 20_261_123;
const AT_ONCE = 8;

type Killed = 'main' | 'worker' | 'sandbox';
// All at one moment, as when a machine is lost, or one after another; the runtime goes where the
// API is then.
const KILLS: readonly (readonly Killed[])[] = atDepth({
  ordinary: [['main', 'worker', 'sandbox']],
  full: [['worker'], ['sandbox'], ['main', 'sandbox'], ['main', 'worker', 'sandbox']],
});

// Turns red with what turns the model red, and when a statement is not of the transaction that it
// belongs to: then something of it is left when its process is gone.
describe(`${RUNS} random runs of campaigns whose API, worker and runtime are killed`, () => {
  const clock = new Clock();
  const random = new SeededRandom(SEED);
  const processes = new Map<Killed, BuiltProcess>();
  let test: TestApp;
  let service: BuiltService;
  let url = '';
  let runtimeKey = '';

  beforeAll(async () => {
    service = new BuiltService().compile();
    test = await startTestApp();
  }, 300_000);
  afterAll(async () => {
    service.stop();
    await test.close();
  });

  async function start(name: Killed): Promise<void> {
    if (name === 'sandbox') {
      const settings = {
        SANDBOX_API_URL: url,
        SANDBOX_API_KEY: runtimeKey,
        SANDBOX_CALL_MS: '20',
        SANDBOX_PARALLEL: '3',
      };
      processes.set(name, service.startTool('sandbox/main', settings));
      return;
    }
    const process = service.start(
      name,
      environmentOf(name === 'main' ? test.settings : workerSettings(test)),
    );
    processes.set(name, process);
    if (name === 'main') url = `http://127.0.0.1:${Number((await process.line('listening'))['port'])}`;
  }

  async function kill(name: Killed): Promise<void> {
    const process = processes.get(name)!;
    process.kill('SIGKILL');
    await process.ended;
  }

  /** Lets leases end and retries become due. */
  async function passTime(model: DispatchModel): Promise<void> {
    const { clientId } = model.tenant;
    await inStore(
      test,
      `UPDATE dispatches SET lease_expires_at = now() - interval '1 second' WHERE client_id = $1 AND status <> 'ended'`,
      [clientId],
    );
    await inStore(
      test,
      `UPDATE campaign_contacts SET next_attempt_at = now() - interval '1 second'
        WHERE client_id = $1 AND status = 'retry_scheduled'`,
      [clientId],
    );
    await inStore(
      test,
      `UPDATE work_items SET ready_at = now() WHERE client_id = $1 AND lease_token IS NULL`,
      [clientId],
    );
    model.letLeasesEnd();
  }

  /** One round: campaigns run at random while their processes die one after another. */
  async function round(): Promise<DispatchModel> {
    const tenant = await test.world.aTenant({ dataEnv: 'staging' });
    const runtime = await RuntimeFixture.open(test, clock, { slots: 12, tenant });
    runtimeKey = runtime.key;
    const before = runtime.at({ ...test, request: () => supertest(url) });
    const model = new DispatchModel(before, random, clock, { keepsHours: false, mayDie: true });
    await start('sandbox');
    await model.begin(CAMPAIGNS);
    await eventually(async () => {
      expect(
        await inStore(test, 'SELECT FROM dispatches WHERE client_id = $1', [tenant.clientId]),
      ).not.toEqual([]);
    });
    for (const killed of KILLS) {
      await model.step(AT_ONCE);
      const busy = model.step(AT_ONCE);
      await Promise.all(killed.map(kill));
      await busy;
      for (const name of killed) await start(name);
      await model.step(AT_ONCE);
      await passTime(model);
      await model.step(AT_ONCE);
    }
    await kill('sandbox');
    await model.end();
    await eventually(async () => {
      await passTime(model);
      expect(await inStore(test, `SELECT status FROM dispatches WHERE status <> 'ended'`)).toEqual([]);
    }, 200);
    return model;
  }

  // dispatch 1.2, 2.3, 3.3, 3.4, 4.4, 4.5; campaigns 2.3, 8.3
  it(`dial nobody twice and nobody suppressed, count right and lose no slot (seed ${SEED})`, async () => {
    await Promise.all([start('main'), start('worker')]);
    let dials = 0;
    for (let runs = 0; runs < RUNS; runs += CAMPAIGNS) {
      const model = await round();
      for (const statement of CONTRADICTIONS)
        expect(await inStore(test, statement), `after ${runs} runs`).toEqual([]);
      expect(await inStore(test, 'SELECT holder FROM capacity_leases')).toEqual([]);
      expect(model.wrong, `after ${runs} runs`).toEqual([]);
      dials += model.dials;
    }
    const handedOut = await inStore(test, 'SELECT FROM dispatches');
    // Both runtimes have made calls, so the result is conclusive.
    expect(dials).toBeGreaterThan(0);
    expect(handedOut.length).toBeGreaterThan(dials);
  }, 600_000);
});
