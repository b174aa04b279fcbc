import { beforeEach, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';
import type { SingleCalls } from './single-calls.js';

describe('the slot of a single call', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let calls: SingleCalls;

  const runtime = perTest(() => RuntimeFixture.open(test, clock));
  beforeEach(async () => {
    calls = callsOf(runtime);
  });

  const aRecord = (callId: string, fields: object = {}): Record<string, unknown> =>
    aCall(runtime.desk.projectId, {
      call_id: callId,
      direction: 'outbound',
      call_status: 'in_progress',
      started_at_utc: clock.now().toISOString(),
      ended_at_utc: null,
      duration_seconds: null,
      ...fields,
    });
  const ingest = async (callId: string, fields: object = {}): Promise<void> => {
    const key = await test.world.aKey(runtime.desk.tenant, 'runtime-ingest');
    const response = await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', key)
      .send([aRecord(callId, fields)]);
    expect(response.body).toMatchObject({ rejected: 0, errors: [] });
  };
  const inUse = async (): Promise<string[]> => {
    const rows = await inStore(
      test,
      `SELECT source, holder FROM capacity_leases WHERE client_id = $1 AND expires_at > now() ORDER BY 1, 2`,
      [runtime.desk.tenant.clientId],
    );
    return rows.map((it) => `${String(it['source'])} ${String(it['holder'])}`);
  };
  const taken = async (): Promise<string> => {
    const { dispatch_id: id } = await calls.asked();
    expect((await runtime.taken()).map((it) => it.dispatch_id)).toEqual([id]);
    return id;
  };

  // capacity 3.3; dispatch 7.7
  it.each(['queued', 'ringing', 'in_progress'])(
    'is one, when the runtime names the call and ingest tells that it is %s',
    async (status) => {
      const id = await taken();
      await runtime.report(id, { sequence: 1, state: 'in_call', call_id: `room-${id}` });
      await ingest(`room-${id}`, { call_status: status });
      expect(await inUse()).toEqual([`dial ${id}`]);
      await ingest(`room-${id}`, { revision: 2 });
      expect(await inUse()).toEqual([`dial ${id}`]);
      await runtime.end(id, 'answered');
      expect(await inUse()).toEqual([]);
      await ingest(`room-${id}`, { revision: 3 });
      expect(await inUse()).toEqual([]);
    },
  );

  // capacity 3.3; dispatch 7.7, 7.8
  it.each(['in_call', 'ended'])(
    'is one, when ingest tells of the call before a report of "%s" names it, and the two belong together',
    async (state) => {
      const id = await taken();
      const callId = `first-${id}`;
      await ingest(callId);
      expect(await inUse()).toEqual([`call ${callId}`, `dial ${id}`]);
      const disposition = state === 'ended' ? { disposition: 'answered' } : {};
      await runtime.report(id, { sequence: 1, state, call_id: callId, ...disposition });
      expect(await inUse()).toEqual(state === 'ended' ? [] : [`dial ${id}`]);
      expect(await calls.status(id)).toMatchObject({ call_id: callId });
      const evidence = await test
        .request()
        .get(`/v1/compliance/calls/${callId}/outbound-evidence`)
        .set(runtime.desk.admin)
        .expect(200);
      expect(evidence.body).toMatchObject({ evidence_status: 'recorded', call_type: 'service' });
      if (state === 'in_call') await runtime.end(id, 'answered');
      expect(await inUse()).toEqual([]);
    },
  );

  // capacity 3.3. Fails if the two do not meet in the row of the call: some are then held to the
  // end of their hour.
  it('is one, when ingest and report tell of the call at the same moment', async () => {
    const ids: string[] = [];
    for (const number of numbers(30)) ids.push((await calls.asked({ to_number: number })).dispatch_id);
    expect(await runtime.taken()).toHaveLength(ids.length);
    await Promise.all(
      ids.flatMap((id) => [
        ingest(`call-${id}`),
        runtime.report(id, { sequence: 1, state: 'in_call', call_id: `call-${id}` }),
      ]),
    );
    expect(await inUse()).toEqual(ids.map((id) => `dial ${id}`).toSorted());
  });
});
