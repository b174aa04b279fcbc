import { describe, expect, it } from 'vitest';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { inStore } from '../../support/databases.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RESEARCH, RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
const NOON = '2026-11-25T01:00:00.000Z';
/** 21:00 in Sydney. */
const NIGHT = '2026-11-25T10:00:00.000Z';
const SYDNEY = { recipient_timezone: 'Australia/Sydney', recipient_country: 'AU' };

describe('contacts that are due', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  const runtime = perSuite(() => RuntimeFixture.open(test, clock));

  // dispatch 1.1
  it('are handed out with all that a call needs', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1), RESEARCH, {
      ...SYDNEY,
      first_name: 'Mia',
    });
    const [lease, ...others] = await runtime.taken();
    expect(others).toEqual([]);
    expect(lease).toEqual({
      dispatch_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      lease_expires_at_utc: '2026-11-25T01:01:00.000Z',
      campaign_id: campaignId,
      contact_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      project_id: runtime.desk.projectId,
      attempt_number: 1,
      to_number: numbers(1)[0],
      personalization: { first_name: 'Mia' },
      version_number: 1,
      content_hash: 'hash-of-version-1',
      voicemail_policy: expect.objectContaining({ on_silence: 'retry' }) as object,
      cli_return_number: '+61255501234',
      call_type: 'research',
    });
    expect(await runtime.contacts(campaignId)).toEqual(['dialing - 1 -']);
    await runtime.end(lease!.dispatch_id, 'answered');
  });

  // dispatch 1.2
  it('are handed out once, to however many ask at the same time', async () => {
    await runtime.aRunningCampaign(numbers(60));
    const answers = await Promise.all(Array.from({ length: 12 }, () => runtime.take({ max: 7 })));
    const given = answers.flatMap(({ body }) => (body as { leases: DispatchLease[] }).leases);
    given.push(...(await runtime.taken()));
    expect(new Set(given.map((it) => it.to_number)).size).toBe(60);
    expect(given).toHaveLength(60);
    expect(await runtime.taken()).toEqual([]);
    await Promise.all(given.map((it) => runtime.end(it.dispatch_id, 'answered')));
  });

  // dispatch 2.1
  it('come by the priority of their campaign, then by their own', async () => {
    const [first, second, third, fourth] = numbers(4);
    const late = await runtime.aRunningCampaign([first!, second!], { priority: 10 });
    const early = await runtime.aRunningCampaign([third!, fourth!], { priority: 90 });
    await inStore(
      test,
      `UPDATE campaign_contacts SET priority_override = 7 WHERE campaign_id = $1 AND external_contact_id = 'contact-2'`,
      [early],
    );
    const order: string[] = [];
    for (let i = 0; i < 4; i += 1) order.push(...(await runtime.taken(1)).map((it) => it.to_number));
    expect(order.slice(0, 2)).toEqual([fourth, third]);
    expect(order.slice(2).toSorted()).toEqual([first, second]);
    expect(await runtime.contacts(late)).toEqual(['dialing - 1 -', 'dialing - 1 -']);
    await endAll();
  });

  // dispatch 2.1
  it('of campaigns of one priority come in equal parts', async () => {
    const ids = [
      await runtime.aRunningCampaign(numbers(30)),
      await runtime.aRunningCampaign(numbers(30, 30)),
      await runtime.aRunningCampaign(numbers(30, 60)),
    ];
    const given = await runtime.taken(30);
    expect(ids.map((id) => given.filter((it) => it.campaign_id === id).length)).toEqual([10, 10, 10]);
    await cancelAll(ids);
    await endAll();
  });

  // dispatch 2.2
  it('are those of running campaigns, in a status that waits, callable, and due', async () => {
    const waits = ['pending', 'retry_scheduled'];
    const others = ['pending_dispatch', 'queued', 'dialing', 'in_call'];
    const over = ['completed', 'failed', 'suppressed', 'cancelled', 'expired'];
    const statuses = [...waits, ...others, ...over];
    const rest = numbers(statuses.length + 2);
    const running = await runtime.aRunningCampaign(rest);
    const change = (position: number, columns: string, ...values: unknown[]): Promise<unknown> =>
      inStore(
        test,
        `UPDATE campaign_contacts SET ${columns} WHERE campaign_id = $1 AND external_contact_id = $2`,
        [running, `contact-${position + 1}`, ...values],
      );
    for (const [position, status] of statuses.entries()) await change(position, 'status = $3', status);
    await change(statuses.length, `is_callable = false, not_callable_reason = 'consent_expired'`);
    await change(statuses.length + 1, 'next_attempt_at = $3', new Date(Date.parse(NOON) + 1));
    const asleep = ['draft', 'scheduled', 'paused', 'completed', 'cancelled', 'failed'];
    const ids: string[] = [];
    for (const [position, status] of asleep.entries()) {
      const id = await runtime.aRunningCampaign(numbers(1, 100 + position));
      await inStore(test, 'UPDATE campaigns SET status = $2 WHERE campaign_id = $1', [id, status]);
      ids.push(id);
    }
    const given = await runtime.taken();
    expect(given.map((it) => [it.campaign_id, it.to_number]).toSorted()).toEqual([
      [running, rest[0]],
      [running, rest[1]],
    ]);
    await cancelAll([running, ...ids]);
    await endAll();
    await inStore(
      test,
      `UPDATE campaign_contacts SET status = 'cancelled' WHERE campaign_id = $1 AND status IN ('dialing', 'in_call')`,
      [running],
    );
  });

  // dispatch 2.3
  it('outside of the permitted hours are put off to the next morning, and looked at no more', async () => {
    clock.set(NIGHT);
    const campaignId = await runtime.aRunningCampaign(numbers(3), RESEARCH, SYDNEY);
    expect(await runtime.taken()).toEqual([]);
    const rows = await inStore(
      test,
      `SELECT DISTINCT status, is_callable, next_attempt_at FROM campaign_contacts WHERE campaign_id = $1`,
      [campaignId],
    );
    // 9:00 in Sydney.
    expect(rows).toEqual([
      { status: 'pending', is_callable: true, next_attempt_at: new Date('2026-11-25T22:00:00.000Z') },
    ]);
    clock.set('2026-11-25T22:00:00.000Z');
    expect(await runtime.taken()).toHaveLength(3);
    await endAll();
    clock.set(NOON);
  });

  // dispatch 2.3
  it('are not handed out once their number is suppressed', async () => {
    const [dropped, kept] = numbers(2);
    const campaignId = await runtime.aRunningCampaign([dropped!, kept!]);
    await runtime.desk
      .send('post', '/suppressions', {
        body: { to_number: dropped, reason: 'manual', source: 'portal', project_id: runtime.desk.projectId },
      })
      .expect((response) => expect(response.status).toBeLessThan(300));
    expect((await runtime.taken()).map((it) => it.to_number)).toEqual([kept]);
    expect((await runtime.contacts(campaignId))[0]).toBe('pending dnc 0 -');
    await endAll();
    await inStore(test, 'DELETE FROM suppressions');
    await cancelAll([campaignId]);
  });

  // dispatch 2.4
  it('are failed when their number does not open', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(2));
    await inStore(
      test,
      `UPDATE campaign_contacts SET phone_encrypted = set_byte(phone_encrypted, length(phone_encrypted) - 1, get_byte(phone_encrypted, length(phone_encrypted) - 1) # 1)
        WHERE campaign_id = $1 AND external_contact_id = 'contact-1'`,
      [campaignId],
    );
    expect(await runtime.taken()).toHaveLength(1);
    expect(await runtime.contacts(campaignId)).toEqual(['failed invalid_number 0 -', 'dialing - 1 -']);
    await endAll();
  });

  // dispatch 1.3
  it('are handed out as far as there are slots, and 429 says when there is none', async () => {
    const narrow = await RuntimeFixture.open(test, clock, { slots: 2 });
    const campaignId = await narrow.aRunningCampaign(numbers(4));
    const given = await narrow.taken();
    expect(given).toHaveLength(2);
    const refused = await narrow.take({ max: 5 });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await narrow.contacts(campaignId)).toSorted()).toEqual([
      'dialing - 1 -',
      'dialing - 1 -',
      'pending - 0 -',
      'pending - 0 -',
    ]);
    await narrow.end(given[0]!.dispatch_id, 'answered');
    expect(await narrow.taken()).toHaveLength(1);
  });

  // dispatch 1.3; campaigns 9.10. Fails if a claim without a limit is refused although nothing is
  // due, or if each leaves its own work items.
  it('of a client without a limit are 429 where one is due alone, and its campaigns are asked to be looked at once', async () => {
    const tenant = await test.world.aTenant();
    const unlimited = await RuntimeFixture.open(test, clock, { tenant });
    await inStore(test, 'DELETE FROM capacity_limits WHERE client_id = $1', [tenant.clientId]);
    expect((await unlimited.take({ max: 5 })).body).toEqual({ leases: [] });
    const ids = [
      await unlimited.aRunningCampaign(numbers(2), RESEARCH, SYDNEY),
      await unlimited.aRunningCampaign(numbers(2), RESEARCH, SYDNEY),
    ];
    clock.set(NIGHT);
    const atNight = await unlimited.take({ max: 5 });
    clock.set(NOON);
    expect([atNight.status, atNight.body]).toEqual([200, { leases: [] }]);
    expect((await unlimited.take({ max: 5 })).status).toBe(200);
    clock.advance(86_400_000);
    const [first, second] = [await unlimited.take({ max: 5 }), await unlimited.take({ max: 5 })];
    clock.set(NOON);
    expect([first.status, second.status]).toEqual([429, 429]);
    const items = await inStore(
      test,
      `SELECT key FROM work_items WHERE client_id = $1 AND kind = 'outbound-campaign.due'`,
      [tenant.clientId],
    );
    expect(items.map((it) => it['key'] as string).toSorted()).toEqual(ids.toSorted());
  });

  // dispatch 1.4
  it('are waited for: a campaign that begins to run answers at once', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    await inStore(test, `UPDATE campaigns SET status = 'paused' WHERE campaign_id = $1`, [campaignId]);
    const waiting = runtime.take({ max: 5, wait_seconds: 20 });
    await inStore(test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [campaignId]);
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect((answer.body as { leases: DispatchLease[] }).leases).toHaveLength(1);
    await endAll();
  });

  // dispatch 1.4
  it('are waited for by sixty runtimes at once, of which as many are answered as there are contacts', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(60));
    await inStore(test, `UPDATE campaigns SET status = 'paused' WHERE campaign_id = $1`, [campaignId]);
    const waiting = Array.from({ length: 60 }, () => runtime.take({ max: 1, wait_seconds: 20 }));
    await inStore(test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [campaignId]);
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.flatMap(({ body }) => (body as { leases: DispatchLease[] }).leases)).toHaveLength(60);
    await endAll();
  });

  // dispatch 1.1
  it.each([
    ['no max', {}],
    ['none', { max: 0 }],
    ['more than a hundred', { max: 101 }],
    ['a text', { max: '5' }],
    ['a long wait', { max: 1, wait_seconds: 21 }],
    ['null as a wait', { max: 1, wait_seconds: null }],
  ])('are 422 for a request with %s', async (_, body) => {
    expect((await runtime.take(body)).status).toBe(422);
  });

  it("are nobody else's: other keys are 404, a foreign runtime is handed nothing of them", async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const other = await RuntimeFixture.open(test, clock);
    expect(await other.taken()).toEqual([]);
    const reader = await test.world.aKey(runtime.desk.tenant, 'partner_admin');
    expect((await runtime.take({ max: 1 }, reader)).status).toBe(404);
    const [lease] = await runtime.taken();
    const foreign = await other.report(lease!.dispatch_id, { sequence: 1, state: 'dialing' });
    const absent = await other.report('0199aaaa-0000-7000-8000-000000000000', {
      sequence: 1,
      state: 'dialing',
    });
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    expect(await runtime.contacts(campaignId)).toEqual(['dialing - 1 -']);
    await endAll();
  });

  /** Ends everything in progress, so that the next test has all slots. */
  async function endAll(): Promise<void> {
    const open = await inStore(
      test,
      `SELECT dispatch_id FROM dispatches WHERE client_id = $1 AND status <> 'ended'`,
      [runtime.desk.tenant.clientId],
    );
    await Promise.all(open.map((it) => runtime.end(it['dispatch_id'] as string, 'answered')));
  }
  const cancelAll = (ids: readonly string[]): Promise<unknown> =>
    inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE campaign_id = ANY($1)`, [ids]);
});
