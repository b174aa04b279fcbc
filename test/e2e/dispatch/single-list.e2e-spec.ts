import { beforeAll, describe, expect, it } from 'vitest';
import type { Response } from 'supertest';
import { aCampaignProject } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { numbers, RuntimeFixture } from './dispatching.js';
import { callsOf, NOON, RESEARCH } from './single-calls.js';
import type { Single, SingleCalls } from './single-calls.js';

interface Page {
  readonly items: readonly (Single & { readonly project_id: string; readonly requested_at_utc: string })[];
  readonly next_cursor?: string;
}

// dispatch 7.10
describe('the list of calls that were asked for by themselves', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let calls: SingleCalls;
  let other: string;
  /** In the order of the requests. */
  let ids: string[];

  const ask = (query: object = {}, as: Record<string, string> = runtime.desk.admin): Promise<Response> =>
    test
      .request()
      .get('/v1/dispatches')
      .set(as)
      .query({ client_id: runtime.desk.tenant.clientId, ...query })
      .then();
  const listed = async (query: object = {}): Promise<Page> => {
    const response = await ask(query);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return response.body as Page;
  };
  const idsOf = ({ items }: Page): string[] => items.map((it) => it.dispatch_id);

  const runtime = perSuite(() => RuntimeFixture.open(test, clock));
  beforeAll(async () => {
    calls = callsOf(runtime);
    other = await aCampaignProject(test.world, runtime.desk.tenant);
    // Calls that are refused, ended and waiting (three, one of them in another project).
    const [refused, ended] = [
      await calls.asked({ ...RESEARCH, registry_status: 'listed' }),
      await calls.asked({ to_number: numbers(1)[0] }),
    ];
    await runtime.taken();
    await runtime.end(ended.dispatch_id, 'answered');
    ids = [refused.dispatch_id, ended.dispatch_id];
    for (const [index, number] of numbers(3, 1).entries()) {
      const fields = { to_number: number, ...(index === 1 && { project_id: other }) };
      ids.push((await calls.asked(fields)).dispatch_id);
    }
  });

  it('begins with the newest, and has of each what is shown of one', async () => {
    const { items, next_cursor: next } = await listed();
    expect(next).toBeUndefined();
    expect(items.map((it) => it.dispatch_id)).toEqual(ids.toReversed());
    for (const { project_id: projectId, requested_at_utc: at, ...item } of items) {
      expect(item).toEqual(await calls.status(item.dispatch_id));
      expect([projectId, at]).toEqual([
        item.dispatch_id === ids[3] ? other : runtime.desk.projectId,
        clock.now().toISOString(),
      ]);
    }
  });

  it('is paged, and each page goes on behind the last', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ page_size: 2, ...(cursor !== undefined && { cursor }) });
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids.toReversed());
  });

  it('is filtered by project and by status', async () => {
    const [refused, ended, first, ofOther, last] = ids;
    expect(idsOf(await listed({ status: 'refused' }))).toEqual([refused]);
    expect(idsOf(await listed({ status: 'ended' }))).toEqual([ended]);
    expect(idsOf(await listed({ status: 'queued' }))).toEqual([last, ofOther, first]);
    expect(idsOf(await listed({ status: 'queued', project_id: other }))).toEqual([ofOther]);
    expect(idsOf(await listed({ status: 'leased' }))).toEqual([]);
  });

  it.each([
    ['a status that does not exist', { status: 'taken' }, 400],
    ['a page of none', { page_size: 0 }, 422],
    ['a page of too many', { page_size: 201 }, 422],
    ['a cursor that is none', { cursor: 'next' }, 400],
  ])('with %s is %i', async (_, query, status) => {
    expect((await ask(query)).status).toBe(status);
  });

  it('takes no cursor of another filter', async () => {
    const { next_cursor: cursor } = await listed({ page_size: 1 });
    expect((await ask({ cursor, status: 'queued' })).status).toBe(400);
  });

  it('has nothing of others', async () => {
    const stranger = await RuntimeFixture.open(test, clock);
    const response = await ask({ client_id: stranger.desk.tenant.clientId }, stranger.desk.admin);
    expect(response.body).toEqual({ items: [] });
    expect((await ask({ project_id: stranger.desk.projectId })).status).toBe(404);
  });
});
