import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer, everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { essence } from '../access/attempts.js';
import { aRequestDesk, ASKED, PATH } from './request-desk.js';
import type { Item } from './request-desk.js';

const INTERNAL: readonly string[] = [
  'service_admin session',
  'service_operator session',
  'service_admin key',
  'service_operator key',
];
const CUSTOMERS: readonly string[] = ['client_admin session', 'client_admin key'];
const READERS: readonly string[] = [...CUSTOMERS, ...INTERNAL];
const MAKERS: readonly string[] = [...INTERNAL, 'support-ingest key'];

const ROUTES = ['list', 'open-count', 'csv', 'create', 'transition', 'detail'] as const;
type Route = (typeof ROUTES)[number];

/** Who may do what, from the contract's table. */
const CALLERS: Readonly<Record<Route, readonly string[]>> = {
  list: READERS,
  'open-count': READERS,
  csv: CUSTOMERS,
  create: MAKERS,
  transition: INTERNAL,
  detail: INTERNAL,
};
const ANSWERS: Readonly<Record<Route, number>> = {
  list: 200,
  'open-count': 200,
  csv: 200,
  create: 201,
  transition: 200,
  detail: 200,
};

describe('caller requests', () => {
  const test = useSharedApp();
  let foreignItem: Item;
  let callers: Caller[];

  const own = perSuite(() => aRequestDesk(test));
  const foreign = perSuite(() => aRequestDesk(test));
  beforeAll(async () => {
    foreignItem = await foreign.made();
    callers = await everyCaller(test.world, own.tenant, await test.world.aProject(own.tenant));
  });

  async function ask(
    route: Route,
    caller: Caller,
    clientId: string | undefined,
    id: string,
  ): Promise<Response> {
    const query = clientId === undefined ? {} : { client_id: clientId };
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

  // caller-requests 6.1, 6.2, 6.3; access 4.5
  it.each(ROUTES)('%s: are for exactly those whom the contract names', async (route) => {
    const wrong: string[] = [];
    for (const caller of callers) {
      for (const isNamed of [true, false]) {
        const { id } = route === 'transition' ? await own.made() : { id: '' };
        const target = route === 'detail' ? (await own.made()).id : id;
        const { status } = await ask(route, caller, isNamed ? own.tenant.clientId : undefined, target);
        const mayBeUnnamed = !INTERNAL.includes(caller.name);
        const isAdmitted = CALLERS[route].includes(caller.name) && (isNamed || mayBeUnnamed);
        const expected = caller.kind === 'nobody' ? 401 : isAdmitted ? ANSWERS[route] : 404;
        if (status !== expected) wrong.push(`${caller.name}, named ${isNamed}: ${status}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  // caller-requests 6.5; access 6.1
  it.each(ROUTES)('%s: answers a foreign client like an absent one', async (route) => {
    for (const caller of callers.filter(({ kind }) => kind !== 'nobody')) {
      const id = foreignItem.id;
      const ofForeign = await ask(route, caller, foreign.tenant.clientId, id);
      const ofAbsent = await ask(route, caller, 'client-nowhere', id);
      expect([caller.name, ofForeign.status]).toEqual([caller.name, 404]);
      expect(essence(ofForeign)).toEqual(essence(ofAbsent));
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
