import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseApiKey } from '../../../src/core/auth/api-keys/api-key.format.js';
import { TenantStores } from '../../../src/core/database/stores/tenant-stores.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { CAMPAIGNS } from '../../support/campaigns.js';
import { inStore } from '../../support/databases.js';
import { EventStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';

describe('the progress of a campaign', () => {
  const test = useTestApp();
  let second: TestApp;
  let runtime: RuntimeFixture;
  let reader: string;
  const open: EventStream[] = [];

  beforeAll(async () => {
    second = await startTestApp({ databases: test.databases, settings: () => test.settings });
    runtime = await RuntimeFixture.open(test, new TestClock());
    reader = await test.world.aKey(runtime.desk.tenant, 'partner_user');
  });
  afterAll(() => {
    for (const stream of open) stream.close();
  });

  const urlOf = (campaignId: string, app = test): string =>
    `${app.baseUrl}${CAMPAIGNS}/${campaignId}/progress/stream`;
  const follow = async (
    campaignId: string,
    { key = reader, headers = {}, app = test }: { key?: string; headers?: object; app?: TestApp } = {},
  ): Promise<EventStream> => {
    const stream = await EventStream.open(urlOf(campaignId, app), { 'X-API-Key': key, ...headers });
    open.push(stream);
    return stream;
  };
  const counts = (fields: object): object => ({ data: { counts: fields } });

  // campaigns 11.1, 11.2, 11.4
  it('is sent as it changes, only as sums, until the campaign is over', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(3), {}, { first_name: 'Mia' });
    const stream = await follow(campaignId);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const first = await stream.until((it) => expect(it).toMatchObject(counts({ total: 3, pending: 3 })));
    expect(first.event).toBe('progress');
    expect(Object.keys(first.data).toSorted()).toEqual(['at_utc', 'counts', 'status', 'status_reason']);
    const [lease, ...rest] = await runtime.taken();
    await stream.until((it) => expect(it).toMatchObject(counts({ pending: 0, dialing: 3 })));
    await runtime.report(lease!.dispatch_id, { sequence: 1, state: 'in_call' });
    await stream.until((it) => expect(it).toMatchObject(counts({ dialing: 2, in_call: 1 })));
    await Promise.all([lease!, ...rest].map((it) => runtime.end(it.dispatch_id, 'answered')));
    await stream.until((it) => expect(it).toMatchObject(counts({ in_call: 0, completed: 3 })));
    expect(stream.isOver).toBe(false);
    await runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
    const last = await stream.until((it) => expect(it.event).toBe('ended'));
    expect(last.data).toMatchObject({ status: 'cancelled', status_reason: 'user' });
    expect(stream.events.at(-2)).toMatchObject({
      event: 'progress',
      data: { status: 'cancelled', counts: { completed: 3 } },
    });
    await eventually(() => expect(stream.isOver).toBe(true));
    expect(JSON.stringify(stream.events)).not.toMatch(/Mia|\+61|contact_id/);
  });

  // campaigns 11.3
  it('is not repeated to those who come back, also on another process', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(2));
    const first = await follow(campaignId);
    const { id } = await first.until((it) => expect(it).toMatchObject(counts({ pending: 2 })));
    first.close();
    const again = await follow(campaignId, { headers: { 'Last-Event-ID': id }, app: second });
    expect(again.response.status).toBe(200);
    await runtime.taken();
    await again.until((it) => expect(it).toMatchObject(counts({ dialing: 2 })));
    expect(again.events).toHaveLength(1);
    // A reconnected stream gets earlier changes at once.
    const late = await follow(campaignId, { headers: { 'Last-Event-ID': id } });
    await late.until((it) => expect(it).toMatchObject(counts({ dialing: 2 })));
  });

  // campaigns 11.2
  it('does not go back to a state that was being read when the stream opened', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(2, 50));
    const first = await follow(campaignId);
    await first.until((it) => expect(it).toMatchObject(counts({ pending: 2 })));
    const stores = test.app.get(TenantStores);
    const own = stores.read.bind(stores) as (...asked: unknown[]) => Promise<unknown>;
    const [isRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reads = vi.spyOn(stores, 'read').mockImplementationOnce(async (...asked: unknown[]) => {
      const states = await own(...asked);
      isRead.resolve();
      await gate.promise;
      return states;
    });
    try {
      await isRead.promise;
      await runtime.taken();
      const late = await follow(campaignId);
      await late.until((it) => expect(it).toMatchObject(counts({ dialing: 2 })));
      gate.resolve();
      await first.until((it) => expect(it).toMatchObject(counts({ dialing: 2 })));
      expect(late.events).toHaveLength(1);
    } finally {
      reads.mockRestore();
    }
  });

  // campaigns 11.4
  it('of a finished campaign is sent once, and then 204', async () => {
    const { campaign_id: campaignId } = await runtime.desk.made();
    await runtime.desk.send('post', `/${campaignId}/cancel`).expect(200);
    const stream = await follow(campaignId);
    const ended = await stream.until((it) => expect(it.event).toBe('ended'));
    expect(stream.events.map(({ event }) => event)).toEqual(['progress', 'ended']);
    const again = await fetch(urlOf(campaignId), {
      headers: { 'X-API-Key': reader, 'Last-Event-ID': ended.id },
    });
    expect([again.status, await again.text()]).toEqual([204, '']);
  });

  it('has no body for HEAD, and ends', async () => {
    const { campaign_id: campaignId } = await runtime.desk.made();
    const answer = await fetch(urlOf(campaignId), { method: 'HEAD', headers: { 'X-API-Key': reader } });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  // campaigns 1.2
  it('of a foreign campaign is that of an absent one', async () => {
    const { campaign_id: campaignId } = await runtime.desk.made();
    const stranger = await test.world.aKey(await test.world.aTenant(), 'partner_user');
    const [foreign, absent] = await Promise.all(
      [campaignId, '0199aaaa-0000-7000-8000-000000000000'].map(async (id) => {
        const answer = await fetch(urlOf(id), { headers: { 'X-API-Key': stranger } });
        return [answer.status, (await answer.json()) as unknown];
      }),
    );
    expect(foreign).toEqual(absent);
    expect(foreign![0]).toBe(404);
  });

  // campaigns 11.5
  it('is no longer sent when the key is revoked, the assignment or the project is gone', async () => {
    const { tenant, projectId } = runtime.desk;
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const key = await test.world.aKey(tenant, 'partner_user');
    const [unassigned, withoutProject, staying] = await Promise.all(
      [1, 2, 3].map(async () => {
        const user = await test.world.aUser(tenant, { role: 'partner_user' });
        await test.world.assignProject(user, tenant, projectId);
        return user;
      }),
    );
    const streams = {
      key: await follow(campaignId, { key }),
      unassigned: await followAs(unassigned!.subject, campaignId),
      withoutProject: await followAs(withoutProject!.subject, campaignId),
      staying: await followAs(staying!.subject, campaignId),
    };
    for (const stream of Object.values(streams))
      await stream.until((it) => expect(it.event).toBe('progress'));
    await test.world.sql(`UPDATE api_keys SET revoked_at = now() WHERE key_prefix = $1`, [
      parseApiKey(key)!.keyPrefix,
    ]);
    await test.world.sql(`DELETE FROM portal_user_client_assignments WHERE user_id = $1`, [
      unassigned!.userId,
    ]);
    await test.world.sql(`DELETE FROM project_assignments WHERE member_id = $1`, [withoutProject!.userId]);
    await eventually(() => {
      const over = Object.entries(streams).filter(([, { isOver }]) => isOver);
      expect(over.map(([name]) => name)).toEqual(['key', 'unassigned', 'withoutProject']);
    });
  });

  // campaigns 11.6
  it('is sent on twenty streams of a caller at once, which hold no connection to the store', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const key = await test.world.aKey(runtime.desk.tenant, 'partner_user', { createdBy: 'wallboard' });
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(campaignId, { key })));
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]));
    await Promise.all(streams.map((it) => it.until(({ event }) => expect(event).toBe('progress'))));
    const refused = await follow(campaignId, { key });
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '10']);
    await eventually(async () => {
      const held = await inStore(
        test,
        `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      expect(held).toEqual([]);
    });
    streams[0]!.close();
    await eventually(async () => expect((await follow(campaignId, { key })).response.status).toBe(200));
  });

  // campaigns 11.6
  it('is sent on fifty streams of a client at once, and leaves the others to other clients', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const keys = await Promise.all(
      ['a', 'b', 'c'].map((createdBy) =>
        test.world.aKey(runtime.desk.tenant, 'partner_user', { createdBy: `${createdBy}-of-the-client` }),
      ),
    );
    // Streams of earlier tests are closed, which a process learns a moment later.
    open.forEach((stream) => stream.close());
    await eventually(async () => {
      const streams = await Promise.all(
        keys.flatMap((key) => Array.from({ length: 20 }, () => follow(campaignId, { key }))),
      );
      const count = (status: number) => streams.filter(({ response }) => response.status === status).length;
      const refused = await test
        .request()
        .get(`${CAMPAIGNS}/${campaignId}/progress/stream`)
        .set('X-API-Key', reader);
      streams.forEach((stream) => stream.close());
      expect([count(200), count(429), refused.status]).toEqual([50, 10, 429]);
      expect(refused.text).toContain('this client');
    });
  });

  // campaigns 11.6
  it('ends with the process that sends it', async () => {
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const stream = await follow(campaignId, { app: second });
    await stream.until((it) => expect(it.event).toBe('progress'));
    await second.close();
    await eventually(() => expect(stream.isOver).toBe(true));
  });

  const followAs = async (subject: string, campaignId: string): Promise<EventStream> => {
    const stream = await EventStream.open(`${urlOf(campaignId)}?client_id=${runtime.desk.tenant.clientId}`, {
      Authorization: `Bearer ${bearerToken(subject)}`,
    });
    open.push(stream);
    return stream;
  };
});
