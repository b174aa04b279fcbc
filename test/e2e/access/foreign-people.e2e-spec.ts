import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { essence } from './attempts.js';
import { bearer } from './callers.js';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Whose = 'person' | 'invitation';

/**
 * The routes that find a person or an invitation by an id, each with an otherwise complete request.
 */
const ROUTES: readonly (readonly [Method, string, Whose, object | null])[] = [
  ['get', '/v1/portal/people/:id', 'person', null],
  ['patch', '/v1/portal/people/:id', 'person', { role: 'client_staff' }],
  ['patch', '/v1/portal/people/:id', 'person', { role: 'partner_user' }],
  ['post', '/v1/portal/people/:id/deactivate', 'person', {}],
  [
    'post',
    '/v1/portal/people/:id/deactivate',
    'person',
    { keep_api_keys_with: '01a1fc1b-628c-7fa9-95cc-33a6952135bb' },
  ],
  ['post', '/v1/portal/people/:id/reactivate', 'person', {}],
  ['post', '/v1/portal/invitations/:id/resend', 'invitation', {}],
  ['post', '/v1/portal/invitations/:id/withdraw', 'invitation', {}],
  ['delete', '/api/partner-clients/:client_id/users/:id', 'person', null],
];

describe('people and invitations of others', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  const admins: Record<'client_admin' | 'partner_admin', TestUser> = {} as never;
  /** People whom neither administrator manages, except through the wrong role. */
  const others: Record<Whose, [string, string][]> = { person: [], invitation: [] };

  const ask = (as: TestUser, method: Method, path: string, body: object | null, clientId: string) => {
    const request = test
      .request()
      [method](path)
      .query(path.startsWith('/v1/') ? { client_id: clientId } : {})
      .set({ ...bearer(as.token()), 'Idempotency-Key': randomUUID(), 'If-Match': '"r1"' });
    return body ? request.send(body) : request;
  };
  const invited = async (as: TestUser, role: string, clientId: string): Promise<string> => {
    const body = { email: `${randomUUID()}@example.com`, role };
    const answer = await ask(as, 'post', '/v1/portal/invitations', body, clientId).expect(200);
    return (answer.body as { invitation_id: string }).invitation_id;
  };

  beforeAll(async () => {
    const { world } = test;
    tenant = await world.aTenant();
    const elsewhere = await world.aTenant();
    const theirs = await world.anOrganisation(tenant.clientId);
    admins.client_admin = await world.aUser(tenant, { role: 'client_admin' });
    admins.partner_admin = await world.aUser(tenant, { role: 'partner_admin' });
    const rival = await world.aUser(tenant, { role: 'partner_admin', organisationId: theirs });
    const operator = await world.aUser(tenant, { role: 'service_operator' });
    const stranger = await world.aUser(elsewhere, { role: 'client_admin' });
    const staging = await world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const tester = await world.aUser(staging, { role: 'client_admin' });
    const loner = await world.aPerson();
    others.person = [
      ['of another client', stranger.userId],
      ['of another environment', tester.userId],
      ['of another organisation', rival.userId],
      ['of the platform', operator.userId],
      ['of nobody', loner.userId],
    ];
    others.invitation = [
      ['of another client', await invited(stranger, 'client_staff', elsewhere.clientId)],
      ['of another organisation', await invited(rival, 'partner_user', tenant.clientId)],
    ];
  });
  beforeEach(() => test.world.sql('DELETE FROM throttle_hits'));

  const shown = (answer: Response, id: string): object =>
    JSON.parse(JSON.stringify(essence(answer)).replaceAll(id, '(id)')) as object;

  // people 1.3; partner-clients 2.3, 6.5; access 6.1
  it.each(ROUTES)(
    'are answered by %s %s like those that do not exist: %s %j',
    async (method, path, whose, body) => {
      for (const [role, admin] of Object.entries(admins)) {
        const answerTo = async (id: string): Promise<object> => {
          const to = path.replace(':client_id', tenant.clientId).replace(':id', id);
          return shown(await ask(admin, method, to, body, tenant.clientId), id);
        };
        const absent = await answerTo(randomUUID());
        // A customer learns nothing about a partner's route.
        if (role === 'client_admin' && path.startsWith('/api/'))
          expect(absent).toMatchObject({ status: 404 });
        for (const [name, id] of others[whose]) {
          expect([role, name, await answerTo(id)]).toEqual([role, name, absent]);
        }
      }
    },
  );

  // people 1.3
  it('are left as they were', async () => {
    const roles = await test.world.sql<{ active: boolean }>(
      'SELECT active FROM portal_user_client_assignments WHERE user_id = ANY($1)',
      [others.person.map(([, id]) => id)],
    );
    expect(roles.map(({ active }) => active)).toEqual(roles.map(() => true));
    const invitations = await test.world.sql<object>(
      'SELECT sends, withdrawn_at FROM person_invitations WHERE invitation_id = ANY($1)',
      [others.invitation.map(([, id]) => id)],
    );
    expect(invitations).toEqual(others.invitation.map(() => ({ sends: 1, withdrawn_at: null })));
  });
});
