import { beforeAll, describe, expect, it } from 'vitest';
import { PORTAL_ROLES, SCOPES } from '../../../src/core/shared/roles.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { aPlan } from '../billing/billing-fixture.js';
import {
  aDraft,
  aProfile,
  bodyOf,
  BUSINESS_EMAIL,
  clientFixture,
  codeOf,
  CONTACT_NAME,
  idOf,
  itemsOf,
  ready,
  unavailable,
  withoutId,
} from './client-fixture.js';

describe('the directory of partner clients', () => {
  const test = useSharedApp();
  const desk = clientFixture(test);
  let first: TestTenant;
  let second: TestTenant;
  let foreign: TestTenant;
  let provisioned: string;
  let admin: TestUser;
  let user: TestUser;
  let projects: string[];
  beforeAll(async () => {
    const { world } = test;
    first = await world.aTenant();
    second = await world.aTenant();
    foreign = await world.aTenant();
    admin = await world.aUser(first, { role: 'partner_admin', organisationId: 'harbour' });
    // The organisation owns this client; the administrator has no assignment there.
    await world.anOrganisation(second.clientId, 'harbour');
    user = await world.aUser(first, { role: 'partner_user', organisationId: 'harbour' });
    await world.aUser(foreign, { role: 'partner_admin', organisationId: 'southern' });
    projects = [await world.aProject(first), await world.aProject(first)];
    await world.aProject(first, { lifecycleState: 'archived' });
    await world.assignProject(user, first, projects[0]!);
    await aDraft(world, first, projects[0]!);
    await aPlan(test, first, null);
    provisioned = idOf(await desk.post(admin, aProfile()).expect(201));
  });

  // partner-clients 1.2, 1.3
  it('1. is available only to partner roles; any other role gets a generic not-found', async () => {
    const absent = await test.request().get('/api/nowhere').set(bearer(admin.token()));
    for (const role of PORTAL_ROLES.filter((it) => !it.startsWith('partner_'))) {
      const person = await test.world.aUser(first, { role });
      const answer = await desk.get(person);
      expect([role, answer.status, codeOf(answer)]).toEqual([role, absent.status, 'not_found']);
      await desk.get(person, `/${first.clientId}`).expect(404);
    }
    for (const scope of SCOPES) {
      const key = await test.world.aKey(first, scope);
      await test.request().get('/api/partner-clients').set('X-API-Key', key).expect(404);
      // A key takes precedence over a token sent with it.
      await desk.get(admin).set('X-API-Key', key).expect(404);
    }
    await test.request().get('/api/partner-clients').expect(401);
  });

  // partner-clients 2.1, 2.2, 3.1
  it("2. lists only clients in the caller's server-resolved confirmed scope, by name", async () => {
    const cards = await desk.cardsOf(admin);
    expect(cards.map(({ client_id }) => client_id)).toEqual([
      provisioned,
      ...[first.clientId, second.clientId].sort(),
    ]);
    expect(await desk.idsOf(user)).toEqual([first.clientId]);
    expect(bodyOf(await desk.get(admin).expect(200))).toHaveProperty(
      'as_of_utc',
      expect.stringMatching(/Z$/),
    );
  });

  // partner-clients 3.2, 3.3, 3.4
  it('3. shows a name and counts on a card, with an explicit unavailable state and never a false zero', async () => {
    const cardOf = async (who: TestUser, clientId: string) =>
      (await desk.cardsOf(who)).find(({ client_id }) => client_id === clientId);
    expect(await cardOf(admin, first.clientId)).toEqual({
      client_id: first.clientId,
      business_name: `Business of ${first.clientId}`,
      status: 'active',
      projects: ready(2),
      draft_count: ready(1),
      open_support_count: ready(0),
    });
    expect(await cardOf(user, first.clientId)).toMatchObject({ projects: ready(1), draft_count: ready(1) });
    expect(await cardOf(admin, provisioned)).toMatchObject({
      status: 'provisioning',
      projects: ready(0),
      draft_count: ready(0),
    });

    await test.world.sql('REVOKE SELECT (project_id) ON project_drafts FROM telephony_requests_system');
    try {
      expect(await cardOf(admin, first.clientId)).toMatchObject({
        business_name: `Business of ${first.clientId}`,
        projects: unavailable,
        draft_count: unavailable,
      });
    } finally {
      await test.world.sql('GRANT SELECT (project_id) ON project_drafts TO telephony_requests_system');
    }
  });

  // partner-clients 2.5
  it('4. re-checks scope at every destination: the client_id is only a hint', async () => {
    for (const path of ['/v1/projects', '/v1/calls/summary', '/v1/capacity/overview', '/v1/partner/me']) {
      const asked = (clientId: string) =>
        test.request().get(path).query({ client_id: clientId }).set(bearer(user.token()));
      await asked(first.clientId).expect(200);
      for (const clientId of [second.clientId, foreign.clientId, 'client-nowhere'])
        await asked(clientId).expect(404);
    }
    const billing = (who: TestUser) =>
      test
        .request()
        .get('/v1/billing/overview')
        .query({ client_id: first.clientId })
        .set(bearer(who.token()));
    await billing(admin).expect(200);
    await billing(user).expect(404);
  });

  // partner-clients 4.1, 4.2, 4.3
  it('5. summarizes business, health, projects, a placeholder for staff, and read-only flags', async () => {
    expect(await desk.summaryOf(admin, first.clientId)).toMatchObject({
      client: { client_id: first.clientId, business_name: `Business of ${first.clientId}`, status: 'active' },
      health: {
        state: 'healthy',
        active_projects: ready(2),
        archived_projects: ready(1),
        drafts: ready(1),
      },
      projects: expect.arrayContaining([
        expect.objectContaining({ project_id: projects[0], has_draft: true }),
      ]) as unknown,
      staff: { state: 'placeholder', items: [] },
      flags: { billing_enabled: true, support_enabled: true },
    });
    const seen = await desk.summaryOf(user, first.clientId);
    expect(seen['projects']).toEqual([expect.objectContaining({ project_id: projects[0] })]);
    expect(seen['health']).toMatchObject({ active_projects: ready(1), archived_projects: ready(0) });
  });

  // partner-clients 4.4
  it('6. returns billing, contact and engagement notes only to partner_admin, and omits the fields for partner_user', async () => {
    expect(Object.keys(await desk.summaryOf(admin, first.clientId))).toEqual(
      expect.arrayContaining(['billing', 'contact', 'engagement_notes']),
    );
    expect(Object.keys(await desk.summaryOf(user, first.clientId)).sort()).toEqual([
      'client',
      'flags',
      'health',
      'projects',
      'staff',
    ]);
  });

  // partner-clients 4.5
  it("7. never returns the client's business email, and the contact name only to partner_admin", async () => {
    const asAdmin = await desk.get(admin, `/${provisioned}`).expect(200);
    expect(asAdmin.body).toMatchObject({ contact: { contact_name: CONTACT_NAME } });
    expect(asAdmin.text).not.toContain(BUSINESS_EMAIL);
    await desk.post(admin, { user_id: user.userId }, `/${provisioned}/users`).expect(200);
    const asUser = await desk.get(user, `/${provisioned}`).expect(200);
    expect(asUser.text).not.toContain(CONTACT_NAME);
    expect(asUser.text).not.toContain(BUSINESS_EMAIL);
  });

  // partner-clients 1.4, 2.3
  it('8. rejects browser-supplied client_id and tenant_id, and denies foreign ids like absent ones', async () => {
    for (const name of ['client_id', 'tenant_id']) {
      const asked = await desk.get(admin).query({ [name]: first.clientId });
      expect([asked.status, codeOf(asked)]).toEqual([422, 'validation_error']);
      await desk.get(admin).set(name, first.clientId).expect(422);
      await desk
        .get(admin)
        .set(`X-${name.replace('_', '-')}`, first.clientId)
        .expect(422);
      await desk
        .get(admin, `/${first.clientId}`)
        .query({ [name]: first.clientId })
        .expect(422);
    }
    await desk.post(admin, aProfile({ tenant_id: first.clientId })).expect(422);
    const users = { user_id: user.userId, client_id: first.clientId };
    await desk.post(admin, users, `/${first.clientId}/users`).expect(422);
    for (const rest of ['', '/users', '/assignable-users']) {
      const [other, absent] = [foreign.clientId, 'client-nowhere'].map((id) =>
        desk.get(admin, `/${id}${rest}`),
      );
      const [a, b] = [await other!, await absent!];
      expect([a.status, withoutId(a.text)]).toEqual([404, withoutId(b.text)]);
    }
    await desk.get(admin, '/%00').expect(404);
  });

  // partner-clients 2.2, 2.3, 2.4
  it('9. shows administrators what their active organisation owns, users what they are assigned to, and no more', async () => {
    const { world } = test;
    expect((await desk.summaryOf(admin, second.clientId))['client']).toMatchObject({
      client_id: second.clientId,
    });
    await desk.get(user, `/${second.clientId}`).expect(404);
    const ownership = `UPDATE partner_client_ownerships SET active = $1 WHERE client_id = $2`;
    const organisation = `UPDATE partner_organisations SET active = $1 WHERE organisation_id = 'harbour'`;
    await world.sql(ownership, [false, second.clientId]);
    expect(await desk.idsOf(admin)).not.toContain(second.clientId);
    await desk.get(admin, `/${second.clientId}`).expect(404);
    await world.sql(ownership, [true, second.clientId]);
    await world.sql(organisation, [false]);
    await desk.get(admin).expect(404);
    await world.sql(organisation, [true]);

    // The address of the request, and a client that is suspended.
    await world.sql(
      `INSERT INTO tenant_ip_allowlist (client_id, data_env, network) VALUES ($1, 'prod', '203.0.113.0/24')`,
      [second.clientId],
    );
    expect(await desk.idsOf(admin)).not.toContain(second.clientId);
    await desk.get(admin, `/${second.clientId}`).expect(403);
    await world.sql(`DELETE FROM tenant_ip_allowlist WHERE client_id = $1`, [second.clientId]);
    await world.sql(`UPDATE clients SET status = 'suspended' WHERE client_id = $1`, [second.clientId]);
    expect(await desk.cardsOf(admin)).toContainEqual(
      expect.objectContaining({ client_id: second.clientId, status: 'suspended' }),
    );
    await desk.get(admin, `/${second.clientId}`).expect(404);
    await world.sql(`UPDATE clients SET status = 'active' WHERE client_id = $1`, [second.clientId]);
  });

  // partner-clients 2.2
  it('9. makes nobody an administrator of one organisation by a role that another one has given', async () => {
    const { world } = test;
    const [shared, own, assigned, theirs] = [
      await world.aTenant(),
      await world.aTenant(),
      await world.aTenant(),
      await world.aTenant(),
    ];
    for (const { clientId } of [shared, own]) await world.anOrganisation(clientId, 'eastern');
    for (const { clientId } of [shared, assigned, theirs]) await world.anOrganisation(clientId, 'western');
    const person = await world.aUser(shared, { role: 'partner_admin', organisationId: 'eastern' });
    expect(await desk.idsOf(person)).toEqual([shared.clientId, own.clientId].toSorted());
    await world.assign(person, assigned, { role: 'partner_user', organisationId: 'western' });
    expect((await desk.idsOf(person)).toSorted()).toEqual(
      [shared.clientId, own.clientId, assigned.clientId].toSorted(),
    );
    await desk.get(person, `/${theirs.clientId}`).expect(404);
    await desk.get(person, `/${theirs.clientId}/users`).expect(404);
  });

  // partner-clients 1.1
  it('10. has no client-level configuration', async () => {
    for (const method of ['put', 'patch', 'delete', 'post'] as const) {
      await test
        .request()
        [method](`/api/partner-clients/${first.clientId}`)
        .set(bearer(admin.token()))
        .expect(404);
    }
  });

  // partner-clients 5.1, 5.2
  it("11. provisions a profile, an active ownership and the creator's assignment, and nothing else", async () => {
    await desk.post(user, aProfile()).expect(404);
    const rowsOf = async (clientId: string): Promise<string[]> => {
      const tables = await test.world.sql<{ name: string }>(
        `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
          WHERE c.table_schema = 'public' AND c.column_name = 'client_id' AND t.table_type = 'BASE TABLE'`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const [row] = await test.world.sql<{ n: number }>(
          `SELECT count(*)::integer AS n FROM ${name} WHERE client_id = $1`,
          [clientId],
        );
        if (row!.n > 0) found.push(`${name} ${row!.n}`);
      }
      return found.sort();
    };
    const clientId = idOf(await desk.post(admin, aProfile()).expect(201));
    expect(await rowsOf(clientId)).toEqual([
      'clients 1',
      'partner_client_ownerships 1',
      'partner_client_profiles 1',
      'portal_user_client_assignments 1',
      'tenant_data_keys 1',
    ]);
    expect(
      await test.world.sql(
        `SELECT c.status, w.organisation_id, w.active AS owned, a.user_id, a.data_env, a.role, a.active, a.is_default
           FROM clients c JOIN partner_client_ownerships w USING (client_id) JOIN portal_user_client_assignments a USING (client_id)
          WHERE client_id = $1`,
        [clientId],
      ),
    ).toEqual([
      {
        status: 'provisioning',
        organisation_id: 'harbour',
        owned: true,
        user_id: admin.userId,
        data_env: 'prod',
        role: 'partner_admin',
        active: true,
        is_default: false,
      },
    ]);
  });

  // partner-clients 6.1, 6.5
  it('12. lets partner_admin alone manage assignments, and keeps at least one assigned partner user', async () => {
    const path = `/${first.clientId}/users`;
    await desk.get(user, path).expect(404);
    await desk.post(user, { user_id: user.userId }, path).expect(404);
    await desk.remove(user, `${path}/${user.userId}`).expect(404);
    const assigned = itemsOf<{ user_id: string }>(await desk.get(admin, path).expect(200));
    expect(assigned.map(({ user_id }) => user_id).sort()).toEqual([admin.userId, user.userId].sort());
    const refused = await desk.remove(admin, `${path}/${user.userId}`);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict']);
  });
});
