import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { clientFixture, itemsOf } from './client-fixture.js';

interface User {
  readonly user_id: string;
  readonly role: string;
  readonly assigned_by: string;
  readonly assigned_at_utc: string;
  readonly is_self: boolean;
}

describe('the people assigned to a client', () => {
  const test = useSharedApp();
  const desk = clientFixture(test);
  let organisations = 0;
  let tenant: TestTenant;
  let organisationId: string;
  let admin: TestUser;

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    organisationId = `users-of-${(organisations += 1)}`;
    admin = await test.world.aUser(tenant, { role: 'partner_admin', organisationId });
  });

  const users = () => `/${tenant.clientId}/users`;
  const aMember = async (role?: 'partner_user' | 'partner_admin'): Promise<TestUser> => {
    const person = await test.world.aPerson();
    if (role) await test.world.assign(person, tenant, { role, organisationId });
    else await test.world.join(person, tenant, organisationId);
    return person;
  };
  const assigned = async (): Promise<readonly User[]> =>
    itemsOf<User>(await desk.get(admin, users()).expect(200));
  const audited = () =>
    test.world.sql<{ action: string; metadata: object }>(
      `SELECT action, metadata FROM audit_events WHERE client_id = $1 AND action LIKE 'partner_client.%' ORDER BY event_id`,
      [tenant.clientId],
    );

  // partner-clients 6.1, 6.2, 6.3, 6.4, 6.6, 6.7
  it('are members of the organisation, from their next request on', async () => {
    const person = await aMember();
    await desk.get(person).expect(404);
    expect(itemsOf(await desk.get(admin, `/${tenant.clientId}/assignable-users`).expect(200))).toEqual([
      { user_id: person.userId, display_name: person.subject },
    ]);
    const body = { user_id: person.userId };
    const first = await desk.post(admin, body, users(), 'assign').expect(200);
    expect(itemsOf<User>(first).find(({ user_id }) => user_id === person.userId)).toEqual({
      user_id: person.userId,
      display_name: person.subject,
      role: 'partner_user',
      assigned_at_utc: expect.stringMatching(/Z$/) as string,
      assigned_by: admin.userId,
      is_self: false,
    });
    expect(await desk.idsOf(person)).toEqual([tenant.clientId]);
    const again = await desk.post(admin, body, users(), 'assign').expect(200);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    await desk.post(admin, body, users()).expect(200);
    await desk.post(admin, { ...body, role: 'partner_admin' }, users()).expect(409);
    expect(itemsOf(await desk.get(admin, `/${tenant.clientId}/assignable-users`).expect(200))).toEqual([]);
    expect((await assigned()).map(({ user_id, is_self }) => [user_id, is_self])).toContainEqual([
      admin.userId,
      true,
    ]);

    const second = await aMember('partner_user');
    await desk.remove(admin, `${users()}/${person.userId}`).expect(200);
    await desk.get(person).expect(404);
    await desk.remove(admin, `${users()}/${person.userId}`).expect(404);
    expect((await assigned()).map(({ user_id }) => user_id)).toContain(second.userId);
    expect(await audited()).toEqual([
      { action: 'partner_client.user_assigned', metadata: { user_id: person.userId, role: 'partner_user' } },
      { action: 'partner_client.user_removed', metadata: { user_id: person.userId } },
    ]);
    // A person whose role was ended can be given another one.
    await desk.post(admin, { ...body, role: 'partner_admin' }, users()).expect(200);
    expect((await assigned()).find(({ user_id }) => user_id === person.userId)?.role).toBe('partner_admin');
  });

  // partner-clients 6.3
  it('are no others: a person elsewhere and one that there is not are the same 422', async () => {
    const elsewhere = await test.world.aUser(await test.world.aTenant(), { role: 'partner_user' });
    const former = await aMember();
    await test.world.sql(`UPDATE partner_organisation_members SET active = false WHERE user_id = $1`, [
      former.userId,
    ]);
    const answers: string[] = [];
    for (const user_id of [elsewhere.userId, former.userId, '0196a000-0000-7000-8000-00000000dead']) {
      const { status, text } = await desk.post(admin, { user_id }, users());
      expect(status).toBe(422);
      answers.push(text.replace(/"request_id":"[^"]*"/, ''));
    }
    expect(new Set(answers).size).toBe(1);
    await desk.post(admin, { user_id: 'nobody' }, users()).expect(422);
    await desk.post(admin, { user_id: former.userId, role: 'service_admin' }, users()).expect(422);
    await desk.remove(admin, `${users()}/${elsewhere.userId}`).expect(404);
    await desk.remove(admin, `${users()}/nobody`).expect(404);
  });

  // partner-clients 6.5
  it('are never none: of 20 removals at once of the last two, one succeeds and one person stays', async () => {
    const [one, other] = [await aMember('partner_user'), await aMember('partner_user')];
    const removals = Array.from({ length: 20 }, (_, index) =>
      desk.remove(admin, `${users()}/${(index % 2 === 0 ? one : other).userId}`),
    );
    const statuses = (await Promise.all(removals)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The ten of the person who stays, and the other's invitations that arrived too late.
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    expect((await assigned()).filter(({ role }) => role === 'partner_user')).toHaveLength(1);
    expect((await audited()).filter(({ action }) => action === 'partner_client.user_removed')).toHaveLength(
      1,
    );
  });
});
