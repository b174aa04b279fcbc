import type { Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { bearer } from '../access/callers.js';

interface Answer {
  readonly roles: readonly string[];
  readonly people: readonly { user_id: string; role: string; display_name: string | null }[];
}

describe('who may call back', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let project: string;
  let callId: string;

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    const call = aCall(project, { caller_number: '+61491572665' });
    await postCalls(test, tenant, [call]);
    callId = call['call_id'] as string;
  });

  const get = (as: TestUser, id = callId): Test =>
    test.request().get(`/v1/calls/${id}/call-back`).set(bearer(as.token()));
  const shown = async (as: TestUser): Promise<Answer> => (await get(as).expect(200)).body as Answer;
  const user = (role: string, more: object = {}): Promise<TestUser> =>
    test.world.aUser(tenant, { role, ...more } as never);

  // follow-up 7.2, 7.3; people 6.2
  it('names the roles that the policy permits, and colleagues', async () => {
    const [admin, staff, partner] = [
      await user('client_admin'),
      await user('client_staff'),
      await user('partner_admin', { organisationId: `one-${tenant.clientId}` }),
    ];
    expect(await shown(staff)).toEqual({ call_id: callId, roles: [], people: [] });
    await test.world.permitPii(tenant, 'client_admin', 'raw_caller');
    await test.world.permitPii(tenant, 'client_staff', 'summary');
    const one = { user_id: admin.userId, role: 'client_admin' };
    expect(await shown(staff)).toEqual({
      call_id: callId,
      roles: ['client_admin'],
      people: [{ ...one, display_name: admin.subject }],
    });
    expect((await shown(partner)).people).toEqual([{ ...one, display_name: null }]);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      admin.userId,
    ]);
    expect(await shown(staff)).toMatchObject({ roles: ['client_admin'], people: [] });
  });

  // follow-up 7.2; privacy 1.4
  it('leaves out a role to which the project shows no number', async () => {
    const staff = await user('client_staff');
    const manager = await user('client_manager');
    await user('client_admin');
    await test.world.permitPii(tenant, 'client_admin', 'raw_caller');
    await test.world.permitPii(tenant, 'client_manager', 'raw_caller');
    await test.world.projectGovernance(tenant, project, {
      piiPermissions: { client_manager: ['raw_caller'], client_staff: ['raw_caller'] },
    });
    const { roles, people } = await shown(staff);
    expect([roles, people.map((it) => it.user_id)]).toEqual([['client_manager'], [manager.userId]]);
  });

  // follow-up 7.3
  it('lists partner users of the project alone, and internal staff for itself', async () => {
    const organisationId = `one-${tenant.clientId}`;
    const partner = await user('partner_admin', { organisationId });
    const [assigned] = [
      await user('partner_user', { organisationId }),
      await user('partner_user', { organisationId }),
    ];
    const operator = await user('service_operator');
    await test.world.assignProject(assigned, tenant, project);
    await test.world.permitPii(tenant, 'partner_user', 'raw_caller');
    await test.world.permitPii(tenant, 'service_operator', 'raw_caller');
    const roles = ['partner_user', 'service_operator'];
    const known = { user_id: assigned.userId, role: 'partner_user', display_name: assigned.subject };
    expect(await shown(partner)).toEqual({ call_id: callId, roles, people: [known] });
    const internal = await test
      .request()
      .get(`/v1/calls/${callId}/call-back`)
      .query({ client_id: tenant.clientId })
      .set(bearer(operator.token()))
      .expect(200);
    expect((internal.body as Answer).people).toContainEqual({
      user_id: operator.userId,
      role: 'service_operator',
      display_name: operator.subject,
    });
  });

  // follow-up 7.4
  it('is unknown while the policy cannot be read', async () => {
    const staff = await user('client_staff');
    await test.world.sql('REVOKE SELECT ON pii_policies FROM telephony_requests');
    try {
      expect((await get(staff)).status).toBe(503);
    } finally {
      await test.world.sql('GRANT SELECT ON pii_policies TO telephony_requests');
    }
    expect((await shown(staff)).roles).toEqual([]);
  });

  // follow-up 1.3
  it('answers a foreign call like an absent one', async () => {
    const other = await test.world.aTenant();
    const stranger = await test.world.aUser(other, { role: 'client_admin' });
    const [foreign, absent] = [await get(stranger), await get(stranger, 'absent')];
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    const unassigned = await user('partner_user');
    expect((await get(unassigned)).status).toBe(404);
  });
});
