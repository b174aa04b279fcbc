import { describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from './callers.js';
import type { PortalRole } from '../../../src/core/shared/roles.js';

describe('a session', () => {
  const test = useSharedApp();

  const status = async (
    user: TestUser,
    query: Record<string, string> = {},
    dataEnv?: string,
  ): Promise<number> =>
    (
      await test
        .request()
        .get('/v1/calls/summary')
        .set(bearer(user.token(dataEnv)))
        .query(query)
    ).status;

  const me = async (user: TestUser, query: Record<string, string> = {}): Promise<unknown> =>
    (await test.request().get('/v1/partner/me').set(bearer(user.token())).query(query)).body;

  // access 4.9
  it('of an unknown person answers 404', async () => {
    const stranger = await test.world.aPerson();
    expect(await status(stranger)).toBe(404);
    await test.world.sql('DELETE FROM portal_users WHERE user_id = $1', [stranger.userId]);
    expect(await status(stranger)).toBe(404);
  });

  // access 4.9
  it('without any assignment answers 404', async () => {
    expect(await status(await test.world.aPerson())).toBe(404);
  });

  // access 4.7
  it('with an inactive assignment answers 404', async () => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin', active: false });
    expect(await status(user)).toBe(404);
    expect(await status(user, { client_id: tenant.clientId })).toBe(404);
  });

  // Fails if the assignments are cached with the verified token. access 2.6
  it('ends with the very next request after its assignment was withdrawn', async () => {
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const token = bearer(user.token());
    await test.request().get('/v1/calls/summary').set(token).expect(200);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      user.userId,
    ]);
    await test.request().get('/v1/calls/summary').set(token).expect(404);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = true WHERE user_id = $1', [
      user.userId,
    ]);
    await test.request().get('/v1/calls/summary').set(token).expect(200);
  });

  // access 4.7
  it('of a deactivated person answers 404', async () => {
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    await test.world.sql('UPDATE portal_users SET active = false WHERE user_id = $1', [user.userId]);
    expect(await status(user)).toBe(404);
  });

  // access 4.7
  it('for a suspended client answers 404, and works again when the suspension ends', async () => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    const setStatus = (to: string) =>
      test.world.sql('UPDATE clients SET status = $2 WHERE client_id = $1', [tenant.clientId, to]);
    await setStatus('suspended');
    expect(await status(user)).toBe(404);
    await setStatus('active');
    expect(await status(user)).toBe(200);
  });

  // access 2.4
  it('acts in the environment its token names, and only where it is assigned there', async () => {
    const tenant = await test.world.aTenant({ dataEnv: 'dev' });
    const user = await test.world.aUser(tenant, { role: 'client_admin' });
    expect(await status(user, {}, 'dev')).toBe(200);
    expect(await status(user)).toBe(404);
    expect(await status(user, {}, 'staging')).toBe(404);
  });

  // access 4.3
  it('with several assignments acts for the default one until client_id chooses', async () => {
    const [first, second] = [await test.world.aTenant(), await test.world.aTenant()];
    const user = await test.world.aUser(first, { role: 'partner_admin' });
    await test.world.assign(user, second, { role: 'partner_user', isDefault: true });
    expect(await me(user)).toMatchObject({ client_id: second.clientId, scope: 'partner_user' });
    expect(await me(user, { client_id: first.clientId })).toMatchObject({
      client_id: first.clientId,
      scope: 'partner_admin',
    });
  });

  // access 4.3
  it('with several assignments and no default must choose', async () => {
    const [first, second] = [await test.world.aTenant(), await test.world.aTenant()];
    const user = await test.world.aUser(first, { role: 'client_admin' });
    await test.world.assign(user, second, { role: 'client_admin' });
    expect(await status(user)).toBe(404);
    expect(await status(user, { client_id: second.clientId })).toBe(200);
  });

  it.each<PortalRole>(['service_admin', 'service_operator'])('of a %s must name the client', async (role) => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role, isDefault: true });
    expect(await status(user)).toBe(404);
    expect(await status(user, { client_id: tenant.clientId })).toBe(200);
  });

  // access 4.6
  it('may not choose by naming a client twice', async () => {
    const [first, second] = [await test.world.aTenant(), await test.world.aTenant()];
    const user = await test.world.aUser(first, { role: 'client_admin' });
    const response = await test
      .request()
      .get(`/v1/calls/summary?client_id=${first.clientId}&client_id=${second.clientId}`)
      .set(bearer(user.token()));
    expect(response.status).toBe(422);
  });
});

describe('a partner', () => {
  const test = useSharedApp();

  const summary = (user: TestUser, query: Record<string, string> = {}) =>
    test.request().get('/v1/calls/summary').set(bearer(user.token())).query(query);

  // Fails if the lateral join on the organisation loses one of its three `active` conditions.
  it.each([
    ['the organisation', 'UPDATE partner_organisations SET active = $1 WHERE organisation_id = $2'],
    ['the membership', 'UPDATE partner_organisation_members SET active = $1 WHERE organisation_id = $2'],
    ['the ownership', 'UPDATE partner_client_ownerships SET active = $1 WHERE organisation_id = $2'],
  ])('administrator loses the client while %s is inactive', async (what, change) => {
    const tenant = await test.world.aTenant();
    const organisationId = `organisation of ${what}`;
    const user = await test.world.aUser(tenant, { role: 'partner_admin', organisationId });
    await summary(user).expect(200);
    await test.world.sql(change, [false, organisationId]);
    await summary(user).expect(404);
    await test.world.sql(change, [true, organisationId]);
    await summary(user).expect(200);
  });

  // access 4.8
  it('administrator has no client through an assignment alone', async () => {
    const tenant = await test.world.aTenant();
    await summary(await test.world.aUser(tenant, { role: 'partner_admin', organisationId: null })).expect(
      404,
    );
  });

  // access 4.8
  it('administrator has no client through the organisation alone', async () => {
    const tenant = await test.world.aTenant();
    const person = await test.world.aPerson();
    await test.world.join(person, tenant, 'organisation-alone');
    await summary(person, { client_id: tenant.clientId }).expect(404);
  });

  // access 5.4
  it('administrator sees every project of the client', async () => {
    const tenant = await test.world.aTenant();
    const projectId = await test.world.aProject(tenant);
    const user = await test.world.aUser(tenant, { role: 'partner_admin' });
    await summary(user, { project_id: projectId }).expect(200);
  });

  // access 5.4, 5.5
  it('user sees assigned projects and no others', async () => {
    const tenant = await test.world.aTenant();
    const [assigned, other] = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, assigned);
    await summary(user, { project_id: assigned }).expect(200);
    await summary(user, { project_id: other }).expect(404);
  });

  // access 5.5
  it('user counts the calls of assigned projects alone when no project is named', async () => {
    const tenant = await test.world.aTenant();
    const [assigned, other] = [await test.world.aProject(tenant), await test.world.aProject(tenant)];
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const calls = [aCall(assigned), aCall(other), aCall(other)];
    await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(calls).expect(200);
    const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
    expect((await summary(user, range)).body).toMatchObject({ total_calls: 0 });
    await test.world.assignProject(user, tenant, assigned);
    expect((await summary(user, range)).body).toMatchObject({ total_calls: 1 });
  });

  // projects 6.7
  it('user loses a project with the assignment to it', async () => {
    const tenant = await test.world.aTenant();
    const projectId = await test.world.aProject(tenant);
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, projectId);
    await test.world.sql('UPDATE project_assignments SET active = false WHERE member_id = $1', [user.userId]);
    await summary(user, { project_id: projectId }).expect(404);
  });

  it("user's assignment does not reach into the same project id of another environment", async () => {
    const prod = await test.world.aTenant();
    const dev = await test.world.aTenant({ clientId: prod.clientId, dataEnv: 'dev' });
    const projectId = await test.world.aProject(prod);
    await test.world.aProject(dev, { projectId });
    const user = await test.world.aUser(prod, { role: 'partner_user' });
    await test.world.assign(user, dev, { role: 'partner_user', organisationId: null });
    await test.world.assignProject(user, prod, projectId);
    await summary(user, { project_id: projectId }).expect(200);
    const inDev = await test
      .request()
      .get('/v1/calls/summary')
      .set(bearer(user.token('dev')))
      .query({ project_id: projectId });
    expect(inDev.status).toBe(404);
  });
});
