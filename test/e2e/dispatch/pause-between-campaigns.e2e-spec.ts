import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON } from './single-calls.js';

const HOUR_MS = 3_600_000;
const NO_RETRY = { enabled: false, max_attempts: 0, backoff_base_seconds: 60, backoff_strategy: 'constant' };

// campaigns 5.17, 5.18, 5.19, 12.1, 12.2
describe('the pause between campaigns', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  const settings = (method: 'get' | 'put', as: Record<string, string> = runtime.desk.admin) =>
    test
      .request()
      [method]('/v1/outbound-settings')
      .set(as)
      .query({ client_id: runtime.desk.tenant.clientId });
  const save = async (hours: number): Promise<void> => {
    const { etag } = (await settings('get').expect(200)).body as { etag: string };
    await settings('put').set('If-Match', `"${etag}"`).send({ hours_between_campaigns: hours }).expect(200);
  };
  const answerOf = async (campaignId: string, path: string): Promise<Record<string, unknown>> =>
    (await runtime.desk.send('get', `/${campaignId}/${path}`).expect(200)).body as Record<string, unknown>;
  const dueAt = async (campaignId: string): Promise<unknown> => {
    const sql =
      'SELECT next_attempt_at FROM campaign_contacts WHERE campaign_id = $1 ORDER BY next_attempt_at';
    return (await inStore<{ next_attempt_at: Date | null }>(test, sql, [campaignId]))[0]!.next_attempt_at;
  };
  const summaryOf = async (dispatchId: string): Promise<unknown> => {
    const sql = `SELECT blocks->'recent_call_summary' AS summary FROM outbound_evidence WHERE dispatch_id = $1`;
    return (await inStore<{ summary: object }>(test, sql, [dispatchId]))[0]!.summary;
  };

  it('is told, and replaced by an administrator who has read it', async () => {
    await inStore(test, 'DELETE FROM outbound_settings WHERE client_id = $1', [runtime.desk.tenant.clientId]);
    const read = await settings('get').expect(200);
    expect(read.body).toEqual({
      hours_between_campaigns: 24,
      source: 'default',
      etag: 'r0-24',
      updated_at_utc: null,
      updated_by: null,
    });
    expect(read.headers['etag']).toBe('"r0-24"');
    await settings('put').send({ hours_between_campaigns: 24 }).expect(428);
    await settings('put').set('If-Match', '"r9-24"').send({ hours_between_campaigns: 24 }).expect(409);
    for (const hours of [-1, 721, 1.5, '24', null])
      await settings('put').set('If-Match', '"r0-24"').send({ hours_between_campaigns: hours }).expect(422);
    const admin = await test.world.aUser(runtime.desk.tenant, { role: 'client_admin' });
    const as = { Authorization: `Bearer ${bearerToken(admin.subject)}` };
    const saved = await settings('put', as)
      .set('If-Match', '"r0-24"')
      .send({ hours_between_campaigns: 720 })
      .expect(200);
    expect(saved.body).toMatchObject({ hours_between_campaigns: 720, source: 'saved', etag: 'r1-720' });
    await save(24);
  });

  it('puts off a number that another campaign called, until it is over', async () => {
    const [called, other] = numbers(2, 100) as [string, string];
    const first = await runtime.aRunningCampaign([called], { retry_policy: NO_RETRY });
    const [lease] = await runtime.taken();
    expect(lease).toMatchObject({ campaign_id: first, to_number: called });
    expect(await summaryOf(lease!.dispatch_id)).toEqual({
      called_at_utc: null,
      may_be_called_from_utc: null,
    });
    await runtime.end(lease!.dispatch_id, 'answered');
    const second = await runtime.aRunningCampaign([called, other]);
    const from = new Date(Date.parse(NOON) + 24 * HOUR_MS);
    const validation = await answerOf(second, 'validation');
    expect(validation['warnings']).toEqual([expect.objectContaining({ code: 'called_recently', count: 1 })]);
    expect(validation['info']).toContainEqual(
      expect.objectContaining({ code: 'contacts_deferred', count: 1, at_utc: from.toISOString() }),
    );
    expect(await answerOf(second, 'report')).toMatchObject({
      validation: { warnings: [{ code: 'called_recently' }] },
    });
    expect(await answerOf(second, 'launch-preview?hours=12')).toMatchObject({
      callable_contacts: 1,
      later_contacts: 0,
      not_callable_by_reason: { called_recently: 1 },
    });
    expect(await answerOf(second, 'launch-preview?hours=48')).toMatchObject({ callable_contacts: 2 });
    const taken = await runtime.taken();
    expect(taken.map(({ to_number: number }) => number)).toEqual([other]);
    await runtime.end(taken[0]!.dispatch_id, 'answered');
    expect(await runtime.contacts(second)).toEqual(['pending - 0 -', 'completed campaign_closed 1 answered']);
    expect(await dueAt(second)).toEqual(from);
    clock.set(new Date(from.getTime() - 1));
    expect(await runtime.taken()).toEqual([]);
    clock.set(from);
    const [again] = await runtime.taken();
    expect(again).toMatchObject({ campaign_id: second, to_number: called });
    expect(await summaryOf(again!.dispatch_id)).toEqual({
      called_at_utc: NOON,
      may_be_called_from_utc: from.toISOString(),
    });
    await runtime.end(again!.dispatch_id, 'answered');
  });

  it('keeps no retry, no single call and no other contact of a campaign waiting', async () => {
    const [called] = numbers(1, 200) as [string];
    const policy = { ...NO_RETRY, enabled: true, max_attempts: 1 };
    const first = await runtime.aRunningCampaign([called], { retry_policy: policy });
    const [lease] = await runtime.taken();
    await runtime.end(lease!.dispatch_id, 'no_answer');
    await save(0);
    const second = await runtime.aRunningCampaign([called], { retry_policy: NO_RETRY });
    const [other] = await runtime.taken();
    expect(other).toMatchObject({ campaign_id: second });
    await runtime.end(other!.dispatch_id, 'answered');
    await save(24);
    clock.set(new Date(clock.now().getTime() + 60_000));
    const [retry] = await runtime.taken();
    expect(retry).toMatchObject({ campaign_id: first, attempt_number: 2 });
    await runtime.end(retry!.dispatch_id, 'answered');
    const { dispatch_id: asked, status } = await callsOf(runtime).asked({ to_number: called });
    expect(status).toBe('queued');
    const [single] = await runtime.taken();
    expect(single).toMatchObject({ dispatch_id: asked, to_number: called });
    await runtime.end(asked, 'answered');
  });
});
