import { beforeEach, describe, expect, it } from 'vitest';
import { PersonUsage } from '../../../src/core/auth/person-usage.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { answerOf, codeOf, PeopleFixture, type Person } from './people-fixture.js';

describe('the people of a client', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let admin: PeopleFixture;
  let staff: TestUser;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    admin = new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
    staff = await test.world.aUser(tenant, { role: 'client_staff' });
  });

  const anAdmin = async (): Promise<PeopleFixture> =>
    new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
  const audited = (action: string): Promise<{ metadata: object }[]> =>
    test.world.sql('SELECT metadata FROM audit_events WHERE client_id = $1 AND action = $2', [
      tenant.clientId,
      action,
    ]);

  // people 1.2, 1.3, 2.1
  it('are to each administrator those of the own kind, page by page', async () => {
    const organisation = await test.world.anOrganisation(tenant.clientId);
    const partner = await test.world.aUser(tenant, { role: 'partner_admin', organisationId: organisation });
    const colleague = await test.world.aUser(tenant, { role: 'partner_user', organisationId: organisation });
    // People of another organisation that also owns the client, and platform staff.
    await test.world.aUser(tenant, { role: 'partner_admin' });
    await test.world.aUser(tenant, { role: 'service_admin' });
    const foreign = await test.world.aTenant();
    await test.world.aUser(foreign, { role: 'client_staff' });
    const ids = async (desk: PeopleFixture): Promise<string[]> =>
      (await desk.people()).map(({ user_id }) => user_id).sort();
    expect(await ids(admin)).toEqual([admin.userId, staff.userId].sort());
    expect(await ids(new PeopleFixture(test, tenant, partner))).toEqual(
      [partner.userId, colleague.userId].sort(),
    );
    const [, body] = await answerOf(admin.get('/people').query({ page: 2, page_size: 1 }).expect(200));
    expect(body).toMatchObject({
      items: [{ email_masked: null, invited_by: null, active: true, client_id: tenant.clientId }],
      pagination: { page: 2, page_size: 1, total_records: 2, total_pages: 2 },
    });
  });

  // people 1.2
  it('show when they were last here for this client', async () => {
    expect(await admin.person(staff.userId)).toMatchObject({ last_seen_at_utc: null });
    await test.request().get('/v1/calls/list').set(bearer(staff.token())).expect(200);
    await test.app.get(PersonUsage).flush();
    const { last_seen_at_utc: seen } = await admin.person(staff.userId);
    expect(Math.abs(Date.parse(seen!) - Date.now())).toBeLessThan(60_000);
  });

  // people 2.2, 2.3
  it('get another role, from the next request on, by who has read them', async () => {
    const before = await admin.person(staff.userId);
    await admin.patch(`/people/${staff.userId}`, { role: 'client_admin' }).expect(428);
    const stale = await admin.patch(`/people/${staff.userId}`, { role: 'client_admin' }, 'f'.repeat(24));
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'conflict', stale: { guard: 'If-Match', current: before.etag } },
    ]);
    const [, body] = await answerOf(
      admin.patch(`/people/${staff.userId}`, { role: 'client_admin' }, before.etag).expect(200),
    );
    expect(body).toMatchObject({ role: 'client_admin' });
    expect((body as Person).etag).not.toBe(before.etag);
    expect((await new PeopleFixture(test, tenant, staff).people()).length).toBe(2);
    expect(await audited('person.role_changed')).toEqual([
      { metadata: { user_id: staff.userId, role: 'client_admin', previous_role: 'client_staff' } },
    ]);
  });

  // people 2.1
  it.each(['partner_admin', 'service_admin', 'owner', 'runtime-ingest'])(
    'get no role that their administrator cannot give: %s',
    async (role) => {
      const { etag } = await admin.person(staff.userId);
      const [status, body] = await answerOf(admin.patch(`/people/${staff.userId}`, { role }, etag));
      expect([status, body]).toMatchObject([422, { code: 'role_not_grantable' }]);
    },
  );

  // people 1.1, 1.3
  it('are 404 where they are foreign, of another kind, absent or no id, and to keys', async () => {
    const foreign = await test.world.aUser(await test.world.aTenant(), { role: 'client_staff' });
    const partner = await test.world.aUser(tenant, { role: 'partner_user' });
    const internal = await test.world.aUser(tenant, { role: 'service_admin' });
    const absent = '01a1fc1b-628c-7fa9-95cc-33a6952135bb';
    for (const id of [foreign.userId, partner.userId, internal.userId, absent, 'nobody', 'a%00b']) {
      await admin.get(`/people/${id}`).expect(404);
      await admin.patch(`/people/${id}`, { role: 'client_staff' }, 'f'.repeat(24)).expect(404);
      await admin.post(`/people/${id}/deactivate`).expect(404);
      await admin.post(`/people/${id}/reactivate`).expect(404);
      await admin.post(`/invitations/${id}/resend`).expect(404);
      await admin.post(`/invitations/${id}/withdraw`).expect(404);
    }
    const key = await test.world.aKey(tenant, 'client_admin');
    await test.request().get('/v1/portal/people').set({ 'X-API-Key': key }).expect(404);
  });

  // people 2.5
  it('end with the next request, and come back as they were', async () => {
    await test.request().get('/v1/calls/list').set(bearer(staff.token())).expect(200);
    const elsewhere = await test.world.aTenant();
    await test.world.assign(staff, elsewhere, { role: 'client_admin' });
    const [, body] = await answerOf(admin.post(`/people/${staff.userId}/deactivate`).expect(200));
    expect(body).toMatchObject({
      active: false,
      api_keys: { ended: 0, kept: 0, handed_over: 0 },
      withdrawn_invitations: 0,
    });
    const list = (client: TestTenant) =>
      test.request().get('/v1/calls/list').query({ client_id: client.clientId }).set(bearer(staff.token()));
    await list(tenant).expect(404);
    // This administrator cannot see the person's other clients.
    await list(elsewhere).expect(200);
    expect(await admin.person(staff.userId)).toMatchObject({ role: 'client_staff', active: false });
    await admin.post(`/people/${staff.userId}/reactivate`).expect(200);
    await list(tenant).expect(200);
    expect(await audited('person.deactivated')).toHaveLength(1);
    expect(await audited('person.reactivated')).toHaveLength(1);
  });

  // errors 3.11; people 2.4
  it('keep one administrator: the last one can neither go nor lose the role', async () => {
    const self = await admin.person(admin.userId);
    const refusals = [
      await admin.post(`/people/${admin.userId}/deactivate`),
      await admin.patch(`/people/${admin.userId}`, { role: 'client_staff' }, self.etag),
    ];
    expect(refusals.map((it) => [it.status, codeOf(it)])).toEqual([
      [409, 'last_administrator'],
      [409, 'last_administrator'],
    ]);
    const other = await anAdmin();
    await admin.post(`/people/${admin.userId}/deactivate`).expect(200);
    expect(codeOf(await other.post(`/people/${other.userId}/deactivate`).expect(409))).toBe(
      'last_administrator',
    );
  });

  // people 2.4
  it('keep one administrator also when all go at once', async () => {
    const admins = [admin, ...(await Promise.all([anAdmin(), anAdmin(), anAdmin(), anAdmin()]))];
    const etags = await Promise.all(admins.map(async (it) => (await it.person(it.userId)).etag));
    const answers = await Promise.all(
      admins.map((it, nth) =>
        nth % 2 === 0
          ? it.post(`/people/${it.userId}/deactivate`)
          : it.patch(`/people/${it.userId}`, { role: 'client_manager' }, etags[nth]),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409]);
    const left = await test.world.sql(
      `SELECT 1 FROM portal_user_client_assignments WHERE client_id = $1 AND role = 'client_admin' AND active`,
      [tenant.clientId],
    );
    expect(left).toHaveLength(1);
  });

  // people 2.3, 4.3
  it('lose the invitations they have sent with the role of an administrator', async () => {
    const other = await anAdmin();
    const { invitation_id: id } = await other.invite('someone@example.com', 'client_staff');
    const { etag } = await admin.person(other.userId);
    await admin.patch(`/people/${other.userId}`, { role: 'client_manager' }, etag).expect(200);
    const [, body] = await answerOf(admin.get('/invitations').expect(200));
    expect(body).toMatchObject({ items: [{ invitation_id: id, state: 'withdrawn' }] });
  });
});
