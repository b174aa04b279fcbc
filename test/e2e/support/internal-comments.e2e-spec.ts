import { beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aTicket, AttachmentDesk, bodyOf } from './attachments/attachments-fixture.js';

const clock = new TestClock(new Date('2026-10-30T00:00:00.000Z'));
const test = useSharedApp({ clock });
let admin: AttachmentDesk;
let operator: TestUser;

beforeEach(async () => {
  const tenant = await test.world.aTenant();
  const customer = await test.world.aUser(tenant, { role: 'client_admin' });
  operator = await test.world.aUser(tenant, { role: 'service_operator' });
  admin = new AttachmentDesk(test, tenant, customer, await aTicket(test, tenant, customer));
});

const write = (desk: AttachmentDesk, visibility: string) =>
  desk.ask('post', `tickets/${desk.ticketId}/comments`).send({ text: 'Known fault.', visibility });

/** Everything that a customer reads about the ticket, and its position in lists. */
const seen = async (since: string): Promise<unknown> => {
  const ask = (path: string) => bodyOf(admin.ask('get', path).expect(200));
  return {
    ticket: await ask(`tickets/${admin.ticketId}`),
    list: await ask('tickets'),
    changed: await ask(`tickets?updated_since_utc=${since}`),
    badge: await ask('badge'),
    comments: await ask(`tickets/${admin.ticketId}/comments`),
  };
};

// support 2.4
it('a customer cannot tell whether staff wrote an internal comment', async () => {
  const { tenant, person } = admin;
  clock.advance(60_000);
  await aTicket(test, tenant, person);
  const since = new Date(clock.now().getTime() + 1).toISOString();
  const before = await seen(since);
  clock.advance(60_000);
  await write(admin.as(operator), 'internal').expect(201);
  expect(await seen(since)).toEqual(before);
  await write(admin.as(operator), 'public').expect(201);
  expect(await seen(since)).not.toEqual(before);
});

// support 2.4
it('the pages of comments do not count internal ones', async () => {
  const path = `tickets/${admin.ticketId}/comments?page_size=1`;
  for (const visibility of ['internal', 'public', 'internal', 'public'])
    await write(admin.as(operator), visibility).expect(201);
  const read: string[] = [];
  for (let next = ''; ;) {
    const body = await bodyOf(admin.ask('get', `${path}${next}`).expect(200));
    const { items, next_cursor: cursor } = body as { items: { comment_id: string }[]; next_cursor?: string };
    read.push(...items.map(({ comment_id: id }) => id));
    if (cursor === undefined) break;
    const position = Buffer.from(cursor, 'base64url').subarray(16).toString();
    expect(JSON.parse(position)).toEqual([read.at(-1)]);
    next = `&cursor=${cursor}`;
  }
  expect(new Set(read).size).toBe(3);
  expect(read).toHaveLength(3);
});
