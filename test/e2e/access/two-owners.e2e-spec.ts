import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { atDepth, someOf } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from './callers.js';

type Whose = 'own' | 'foreign' | 'absent';
type Target = 'person' | 'member' | 'key' | 'invitation' | 'assignment';

interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path in which `:id` is the target. */
  readonly path: string;
  readonly target: Target;
  readonly body?: (id: string) => object;
  readonly query?: (id: string) => object;
  /** The status for an administrator; other roles always get 404. */
  readonly expected: Readonly<Record<Whose, number>>;
}

const MISSING = { own: 200, foreign: 404, absent: 404 };

/** The routes that find a partner's person, or an object of that person, by an id. */
const ROUTES: readonly Route[] = [
  { method: 'get', path: '/v1/portal/people/:id', target: 'person', expected: MISSING },
  {
    method: 'patch',
    path: '/v1/portal/people/:id',
    target: 'person',
    body: () => ({ role: 'partner_admin' }),
    // Without the person's etag, changing oneself is stale.
    expected: { own: 409, foreign: 404, absent: 404 },
  },
  { method: 'post', path: '/v1/portal/people/:id/deactivate', target: 'person', expected: MISSING },
  {
    method: 'post',
    path: '/v1/portal/people/:leaver/deactivate',
    target: 'person',
    body: (id) => ({ keep_api_keys_with: id }),
    expected: { own: 200, foreign: 400, absent: 400 },
  },
  { method: 'post', path: '/v1/portal/people/:id/reactivate', target: 'person', expected: MISSING },
  { method: 'post', path: '/v1/portal/invitations/:id/withdraw', target: 'invitation', expected: MISSING },
  {
    method: 'post',
    path: '/v1/portal/invitations/:id/resend',
    target: 'invitation',
    // Within five minutes of the mail.
    expected: { own: 429, foreign: 404, absent: 404 },
  },
  { method: 'delete', path: '/api/partner-clients/:client/users/:id', target: 'person', expected: MISSING },
  {
    method: 'delete',
    path: '/api/partner-clients/:client/users/:leaver',
    target: 'person',
    query: (id) => ({ keep_api_keys_with: id }),
    expected: { own: 200, foreign: 422, absent: 422 },
  },
  {
    method: 'post',
    path: '/api/partner-clients/:client/users',
    target: 'member',
    body: (id) => ({ user_id: id }),
    expected: { own: 200, foreign: 422, absent: 422 },
  },
  { method: 'post', path: '/v1/partner/api-keys/:id/rotate', target: 'key', expected: MISSING },
  { method: 'post', path: '/v1/partner/api-keys/:id/revoke', target: 'key', expected: MISSING },
  {
    method: 'post',
    path: '/v1/projects/:project/assignments',
    target: 'person',
    body: (id) => ({ member_id: id, role_visibility: 'read', revision_token: '1' }),
    expected: { own: 200, foreign: 422, absent: 422 },
  },
  {
    method: 'delete',
    path: '/v1/projects/:project/assignments/:id',
    target: 'assignment',
    body: () => ({ assignment_revision_token: '1' }),
    expected: MISSING,
  },
];

describe('what is of one of two organisations that own a client', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  const organisations: string[] = [];
  let callers: readonly (readonly [string, TestUser, number])[];

  beforeAll(async () => {
    const { world } = test;
    tenant = await world.aTenant();
    const elsewhere = await world.aTenant();
    for (let n = 0; n < 2; n += 1) organisations.push(await world.anOrganisation(tenant.clientId));
    const found: [string, TestUser, number][] = [];
    for (const [nth, organisationId] of organisations.entries()) {
      for (const role of ['partner_admin', 'partner_user'] as const) {
        found.push([role, await world.aUser(tenant, { role, organisationId }), nth]);
        // One more of each role, because the last one must stay.
        await world.aUser(tenant, { role, organisationId });
      }
    }
    // A member of both organisations, with a role here through the second one.
    await world.anOrganisation(elsewhere.clientId, organisations[0]);
    const crossed = await world.aUser(elsewhere, { role: 'partner_user', organisationId: organisations[0]! });
    await world.assign(crossed, tenant, { role: 'partner_admin', organisationId: organisations[1]! });
    callers = [...found, ['partner_admin', crossed, 1]];
  });
  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const aColleague = async (organisationId: string): Promise<string> =>
    (await test.world.aUser(tenant, { role: 'partner_admin', organisationId })).userId;

  const made = async (statement: string, values: readonly unknown[]): Promise<string> =>
    (await test.world.sql<{ id: string }>(statement, [...values]))[0]!.id;

  const MAKE: Readonly<Record<Target, (organisationId: string, projectId: string) => Promise<string>>> = {
    person: aColleague,
    member: async (organisationId) => {
      const person = await test.world.aPerson();
      await test.world.join(person, tenant, organisationId);
      return person.userId;
    },
    key: async (organisationId) => {
      await test.world.aKey(tenant, 'partner_user', { organisationId, createdBy: organisationId });
      return made('SELECT key_id AS id FROM api_keys WHERE created_by = $1 ORDER BY key_id DESC LIMIT 1', [
        organisationId,
      ]);
    },
    invitation: async (organisationId) => {
      const [sender] = callers.find(([, , nth]) => organisations[nth] === organisationId)!.slice(1) as [
        TestUser,
      ];
      const answer = await test
        .request()
        .post('/v1/portal/invitations')
        .query({ client_id: tenant.clientId })
        .set({ ...bearer(sender.token()), 'Idempotency-Key': randomUUID() })
        .send({ email: `${randomUUID()}@example.com`, role: 'partner_user' })
        .expect(200);
      return (answer.body as { invitation_id: string }).invitation_id;
    },
    assignment: async (organisationId, projectId) =>
      made(
        `INSERT INTO project_assignments (client_id, data_env, project_id, member_id, role_visibility)
         VALUES ($1, 'prod', $2, $3, 'read') RETURNING assignment_id AS id`,
        [tenant.clientId, projectId, await aColleague(organisationId)],
      ),
  };

  async function statusOf(
    route: Route,
    caller: TestUser,
    id: string,
    leaver: string,
    projectId: string,
  ): Promise<number> {
    const path = route.path
      .replace(':client', tenant.clientId)
      .replace(':project', projectId)
      .replace(':leaver', leaver)
      .replace(':id', id);
    const request = test
      .request()
      [route.method](path)
      .query({ ...(path.startsWith('/v1/') ? { client_id: tenant.clientId } : {}), ...route.query?.(id) })
      .set({ ...bearer(caller.token()), 'Idempotency-Key': randomUUID(), 'If-Match': '"r1"' });
    return (await (route.method === 'get' ? request : request.send(route.body?.(id)))).status;
  }

  // access 4.8; people 1.3; partner 2.5; partner-clients 6.1, 6.3, 6.5; projects 6.3, 6.6
  it.each(ROUTES)('is like what is not there to the other: $method $path', async (route) => {
    const wrong: object[] = [];
    const turn = ROUTES.indexOf(route);
    const tried = atDepth({ ordinary: someOf(callers, 1, turn), full: callers });
    for (const [role, caller, nth] of tried) {
      const organisationId = organisations[nth]!;
      for (const whose of ['own', 'foreign', 'absent'] as const) {
        const projectId = route.path.includes(':project') ? await test.world.aProject(tenant) : 'none';
        if (role === 'partner_user')
          await test.world.assignProject(caller, tenant, projectId).catch(() => undefined);
        const of = whose === 'own' ? organisationId : organisations[1 - nth]!;
        const id = whose === 'absent' ? randomUUID() : await MAKE[route.target](of, projectId);
        const leaver = route.path.includes(':leaver') ? await aColleague(organisationId) : 'none';
        const status = await statusOf(route, caller, id, leaver, projectId);
        const expected = role === 'partner_admin' ? route.expected[whose] : 404;
        if (status !== expected) wrong.push({ role, nth, whose, status, expected });
      }
    }
    expect(wrong).toEqual([]);
  });
});
