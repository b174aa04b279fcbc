import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { TestClock } from '../../support/test-clock.js';
import { aTicket, AttachmentDesk, bodyOf } from './attachments/attachments-fixture.js';

const clock = new TestClock(new Date('2026-10-30T00:00:00.000Z'));
const test = useTestApp({ clock });
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

/** Everything that a customer reads about the ticket and its place in lists. */
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
