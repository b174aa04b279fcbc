import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer, everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { CALLER_REQUEST_ROUTES } from '../access/expected-caller-requests.js';
import { essence } from '../access/attempts.js';
import { aCallerRequestFixture, ASKED, PATH } from './caller-request-fixture.js';
import type { Item } from './caller-request-fixture.js';

/** In the order of the contract's table. */
const ROUTES = ['list', 'open-count', 'csv', 'create', 'transition', 'detail'] as const;
type Route = (typeof ROUTES)[number];

describe('caller requests', () => {
  const test = useSharedApp();
  let foreignItem: Item;
  let callers: Caller[];

  const own = perSuite(() => aCallerRequestFixture(test));
  const foreign = perSuite(() => aCallerRequestFixture(test));
  beforeAll(async () => {
    foreignItem = await foreign.made();
    callers = await everyCaller(test.world, own.tenant, await test.world.aProject(own.tenant));
  });

  async function ask(route: Route, caller: Caller, clientId: string, id: string): Promise<Response> {
    const query = { client_id: clientId };
    const get = (path: string) => test.request().get(`${PATH}${path}`).set(caller.headers).query(query);
    const post = (path: string, body: object) =>
      test.request().post(`${PATH}${path}`).set(caller.headers).query(query).send(body);
    const change = { expected_revision: 1, status: 'ready', status_note: 'Checked.' };
    switch (route) {
      case 'list':
        return get('');
      case 'open-count':
        return get('/open-count');
      case 'csv':
        return get('/csv');
      case 'create':
        return post('', ASKED);
      case 'transition':
        return post(`/${id}/status-transitions`, change);
      case 'detail':
        return get(`/${id}`);
    }
  }

  // caller-requests 6.1, 6.2, 6.3: the route matrix covers all other callers, and clients that are
  // missing, foreign or absent.
  it.each(ROUTES)('%s: a whole request is done for those whom the contract names', async (route) => {
    for (const caller of callers) {
      const { sessions, keys } = CALLER_REQUEST_ROUTES[ROUTES.indexOf(route)]!;
      const { name, kind, scope } = caller;
      if (scope === null || !(kind === 'bearer' ? sessions : keys).includes(scope)) continue;
      const { status } = await ask(route, caller, own.tenant.clientId, (await own.made()).id);
      expect([name, status]).toEqual([name, route === 'create' ? 201 : 200]);
    }
  });

  // caller-requests 6.5
  it.each(['transition', 'detail'] as const)(
    '%s: answers a foreign request like an absent one',
    async (route) => {
      const caller = callers.find(({ name }) => name === 'service_admin session')!;
      const answers = await Promise.all(
        [foreignItem.id, randomUUID(), 'no-uuid'].map((id) => ask(route, caller, own.tenant.clientId, id)),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(answers.map(essence)).toEqual(answers.map(() => essence(answers[0]!)));
      expect(answers[0]!.body).toEqual({
        code: 'not_found',
        message: 'Not found.',
        request_id: expect.any(String) as string,
      });
    },
  );

  it('are not found by staff whose assignment has ended', async () => {
    const user = await test.world.aUser(own.tenant, { role: 'service_operator', active: false });
    await own.list({}, bearer(user.token())).expect(404);
  });
});
