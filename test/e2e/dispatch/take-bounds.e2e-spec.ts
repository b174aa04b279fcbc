import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { IN_THIS_DATABASE, withClient, inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';

/** Rounds in one claim. */
const ROUNDS = 6;
const MAX = 10;

describe('one take', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  /**
   * This many calls that cannot be opened, each to another number, which have waited longer than
   * this one.
   */
  const plantBroken = (dispatchId: string, calls: number): Promise<unknown> =>
    inStore(
      test,
      `INSERT INTO single_dispatches
              (client_id, data_env, dispatch_id, project_id, status, phone_hash, phone_hash_key_id, call, project_version,
               content_hash, requested_at, requested_by, expires_at)
       SELECT client_id, data_env, gen_random_uuid(), project_id, 'queued', uuid_send(gen_random_uuid()), phone_hash_key_id,
              call, project_version, content_hash, requested_at - interval '1 minute', requested_by, expires_at
         FROM single_dispatches, generate_series(1, $2::integer) WHERE dispatch_id = $1`,
      [dispatchId, calls],
    );
  const countOf = async (status: string): Promise<number> =>
    (
      await inStore(test, 'SELECT FROM single_dispatches WHERE client_id = $1 AND status = $2', [
        runtime.desk.tenant.clientId,
        status,
      ])
    ).length;

  // Fails if it continues until it has found as many as requested: with an evening's calls that is
  // all of them. dispatch 1.4, 7.6
  it('refuses so many single calls and no more, and one that waits goes on with the others', async () => {
    const { dispatch_id: sound } = await callsOf(runtime).asked();
    await plantBroken(sound, 2 * ROUNDS * MAX + 5);
    expect(await runtime.taken(MAX)).toEqual([]);
    expect(await countOf('refused')).toBe(ROUNDS * MAX);
    expect(await countOf('queued')).toBe(ROUNDS * MAX + 6);
    const response = await runtime.take({ max: MAX, wait_seconds: 20 });
    expect(response.body).toMatchObject({ leases: [{ dispatch_id: sound }] });
    await runtime.end(sound, 'answered');
  });

  // Fails if a contact is handed to a runtime that has hung up: it would count as an attempt, and
  // no call would be made. dispatch 1.4
  it('hands nothing to a runtime that hangs up while another one has its turn', async () => {
    await runtime.aRunningCampaign(numbers(2));
    const first = await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      await client.query('BEGIN; LOCK TABLE campaign_contacts IN ACCESS EXCLUSIVE MODE');
      const asked = runtime.take({ max: 1 });
      await eventually(async () => {
        const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'campaign_contacts'::regclass AND ${IN_THIS_DATABASE}`;
        expect(await inStore(test, waiting)).toHaveLength(1);
      });
      const second = request(`${test.baseUrl}/internal/v1/dispatches/take`, {
        method: 'POST',
        headers: { 'x-api-key': runtime.key, 'content-type': 'application/json' },
      }).on('error', () => undefined);
      second.end(JSON.stringify({ max: 1 }));
      for (let others = 0; others < 3; others += 1) await runtime.desk.send('get').expect(200);
      second.destroy();
      await eventually(() => {
        expect(test.logs()).toContain('"aborted":true');
        return Promise.resolve();
      });
      await client.query('COMMIT');
      return asked;
    });
    expect((first.body as { leases: unknown[] }).leases).toHaveLength(1);
    expect(await runtime.taken()).toHaveLength(1);
  });
});
