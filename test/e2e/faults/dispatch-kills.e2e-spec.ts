import { beforeAll, describe, expect, it } from 'vitest';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { useTestApp, workerSettings } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { TestClock } from '../../support/test-clock.js';
import { expectConsistent } from '../dispatch/dialled-calls.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';

const KILLS = atDepth({ ordinary: 1, full: 5 });
// More than runtimes complete between two kills.
const CONTACTS = 60 * KILLS;
const RUNTIMES = 3;
const SEED = 20_261_122;

// Fails if the attempt is counted after the response, if a slot is taken in a different transaction
// than the contact, or if an end is recorded without its contact.
describe('API and worker that are killed while runtimes take and report', () => {
  const random = new SeededRandom(SEED);
  const test = useTestApp();
  const service = useBuiltService();
  let runtime: RuntimeFixture;
  let key: string;
  const handedOut: string[] = [];
  let answers = 0;

  beforeAll(async () => {
    // Calls that runtimes forget or a kill leaves in flight keep their slots until their leases
    // end: fewer slots would end the dialling.
    runtime = await RuntimeFixture.open(test, new TestClock(), { slots: CONTACTS });
    key = await test.world.aKey(runtime.desk.tenant, 'runtime-ingest');
  });

  const startWorker = () => service.start('worker', environmentOf(workerSettings(test)));

  async function post(url: string, body: object): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (response.ok) answers += 1;
    return response.ok ? answer : {};
  }

  /** Claims and reports until its service dies. */
  async function dial(url: string): Promise<void> {
    const report = (id: string, body: object): Promise<unknown> =>
      post(`${url}/${id}/reports`, { at_utc: new Date().toISOString(), ...body });
    try {
      for (;;) {
        const { leases = [] } = (await post(`${url}/take`, { max: 3 })) as { leases?: DispatchLease[] };
        handedOut.push(...leases.map((it) => it.contact_id!));
        for (const { dispatch_id: id } of leases) {
          if (random.once(8)) continue;
          await report(id, { sequence: 1, state: 'in_call' });
          const disposition = random.of(['answered', 'no_answer', 'busy']);
          await report(id, { sequence: 2, state: 'ended', disposition });
        }
      }
    } catch {
      // The service was killed.
    }
  }

  // dispatch 1.2, 3.4; campaigns 2.3
  it(`hand nobody out twice, keep counts right and lose no slot (${KILLS} kills, seed ${SEED})`, async () => {
    // Retries are an hour away, so a contact that is claimed again was claimed twice.
    const campaignId = await runtime.aRunningCampaign(numbers(CONTACTS));
    let worker = startWorker();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { main, url } = await service.serve(environmentOf(test.settings));
      const busy = Array.from({ length: RUNTIMES }, () => dial(`${url}/internal/v1/dispatches`));
      const target = answers + 5 + random.below(40);
      await eventually(() => expect(answers).toBeGreaterThanOrEqual(target), 5);
      await Promise.all([main.crash(), worker.crash(), ...busy]);
      worker = startWorker();
    }
    expect(handedOut).toHaveLength(new Set(handedOut).size);
    await eventually(async () => {
      const clientId = runtime.desk.tenant.clientId;
      await inStore(
        test,
        `UPDATE dispatches SET lease_expires_at = now() - interval '1 second' WHERE client_id = $1 AND status <> 'ended'`,
        [clientId],
      );
      await inStore(
        test,
        `UPDATE work_items SET ready_at = now() WHERE client_id = $1 AND kind = 'dispatch.lease-ends'`,
        [clientId],
      );
      expect(await inStore(test, `SELECT FROM dispatches WHERE status <> 'ended'`)).toEqual([]);
    }, 500);
    await expectConsistent(test);
    expect(await inStore(test, 'SELECT holder FROM capacity_leases')).toEqual([]);
    const attempts = await inStore(test, 'SELECT FROM dispatches WHERE campaign_id = $1', [campaignId]);
    expect(attempts.length).toBeGreaterThanOrEqual(handedOut.length);
  }, 300_000);
});
