import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';

type Call = ReturnType<typeof aCall>;

// calls-ingest 5.2
describe('the events of a call', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let projectId: string;
  let key: string;

  const post = async (...records: Call[]): Promise<void> => {
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);
    expect(response.body).toMatchObject({ rejected: 0 });
  };
  const eventsOf = async (callId: unknown, storeId = 'store-a'): Promise<string[]> =>
    (
      await inStore<{ line: string }>(
        test,
        `SELECT sequence || ' ' || event_type AS line FROM call_events WHERE call_id = $1 ORDER BY sequence`,
        [callId],
        storeId,
      )
    ).map(({ line }) => line);
  /** Appends events like a process of a release in which events had no numbers. */
  const started = (): Call => aCall(projectId, { call_status: 'in_progress', ended_at_utc: null });

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
    key = await test.world.aKey(tenant, 'runtime-ingest');
  });

  it('are numbered without gaps as they are appended, also over versions and repeated batches', async () => {
    const call = started();
    const ended = { ...call, revision: 2, call_status: 'completed', summary: 'Done.' };
    await post(call, started());
    await post(ended);
    await post(call, ended);
    await post({ ...ended, revision: 3, human_escalation: true });
    expect(await eventsOf(call['call_id'])).toEqual(['1 call_started', '2 call_ended', '3 call_analyzed']);
  });

  // calls-ingest 5.3
  it('are not appended again where a call is corrected whose events are no longer kept', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const attempts = [{ kind: 'transfer', outcome: 'completed', at_utc: at(40) }];
    const fields = { started_at_utc: at(40), ended_at_utc: at(40), summary: 'Done.', transfer: { attempts } };
    const whole = { ...aCall(projectId, { ...fields, call_status: 'completed' }) };
    const open = aCall(projectId, {
      started_at_utc: at(40),
      call_status: 'in_progress',
      ended_at_utc: undefined,
    });
    await post(whole, open);
    expect(await eventsOf(whole['call_id'])).toHaveLength(4);
    await inStore(test, 'DELETE FROM call_events WHERE client_id = $1', [tenant.clientId]);
    await post(
      { ...whole, revision: 2, cost_usd: 1 },
      { ...open, revision: 2, call_status: 'completed', ended_at_utc: at(39) },
    );
    expect(await eventsOf(whole['call_id'])).toEqual([]);
    // An event that happens for the first time is appended with the next number.
    expect(await eventsOf(open['call_id'])).toEqual(['2 call_ended']);
    await post({ ...whole, revision: 3, started_at_utc: at(80), cost_usd: 2 });
    expect(await eventsOf(whole['call_id'])).toEqual([]);
  });

  it('are so too when many write the same calls at once', async () => {
    const calls = Array.from({ length: 20 }, started);
    await Promise.all(
      [1, 2, 3, 4].map((revision) =>
        post(
          ...calls.map((call) => ({
            ...call,
            revision,
            ...(revision > 2 ? { call_status: 'completed' } : {}),
            ...(revision > 3 ? { summary: 'Done.' } : {}),
          })),
        ),
      ),
    );
    for (const call of calls) {
      const events = await eventsOf(call['call_id']);
      expect(events.map((it) => Number.parseInt(it, 10))).toEqual([1, 2, 3]);
      expect(events[0]).toBe('1 call_started');
    }
  });
});
