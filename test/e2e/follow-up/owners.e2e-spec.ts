import type { Test } from 'supertest';
import { expect, it } from 'vitest';
import { aCall, type TestUser } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';

const OPEN = { state: 'open', owner: null, due_at_utc: null, tags: [] };
const test = useSharedApp();

// follow-up 2.6; people 6.2
it('an owner is named to colleagues alone, and stays when the role has ended', async () => {
  const tenant = await test.world.aTenant();
  const call = aCall(await test.world.aProject(tenant));
  await postCalls(test, tenant, [call]);
  const partner = (organisationId: string): Promise<TestUser> =>
    test.world.aUser(tenant, {
      role: 'partner_admin',
      organisationId: `${organisationId}-${tenant.clientId}`,
    });
  const [own, colleague, foreign] = [await partner('one'), await partner('one'), await partner('other')];
  const customer = await test.world.aUser(tenant, { role: 'client_admin' });
  const at = `/v1/calls/${String(call['call_id'])}/follow-up`;
  const put = (body: object, etag: string, as = customer): Test =>
    test.request().put(at).set(bearer(as.token())).set('If-Match', etag).send(body);
  const ownerFor = async (user: TestUser): Promise<unknown> => {
    const answer = await test.request().get(at).set(bearer(user.token())).expect(200);
    return (answer.body as Record<string, unknown>)['owner'];
  };
  await put({ ...OPEN, owner: own.userId }, '0', own).expect(200);
  const hidden = { user_id: own.userId, display_name: null };
  expect(await ownerFor(colleague)).toEqual({ ...hidden, display_name: own.subject });
  expect([await ownerFor(customer), await ownerFor(foreign)]).toEqual([hidden, hidden]);
  const queue = await test.request().get('/v1/calls/follow-ups').set(bearer(customer.token()));
  expect(queue.body).toMatchObject({ items: [{ follow_up: { owner: hidden } }] });
  await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
    own.userId,
  ]);
  expect(await ownerFor(colleague)).toEqual(hidden);
  await put({ ...OPEN, state: 'done', owner: own.userId }, '1').expect(200);
  await put({ ...OPEN, owner: null }, '2').expect(200);
  await put({ ...OPEN, owner: own.userId }, '3').expect(422);
});
