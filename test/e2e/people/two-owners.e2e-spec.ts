import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { aProfile, clientFixture, idOf, itemsOf } from '../partner-clients/client-fixture.js';
import { ApiKeyFixture } from '../partner/api-key-calls.js';
import { PeopleFixture } from './people-fixture.js';

/**
 * A client that two organisations own. A person of the first, a partner_user of another client of
 * it, is an administrator of the shared client for the second.
 */
describe('a role through one of two organisations that own a client', () => {
  const test = useSharedApp();
  const desk = clientFixture(test);
  let shared: TestTenant;
  let ofFirst: TestTenant;
  let first: string;
  let second: string;
  let firstAdmin: TestUser;
  let secondAdmin: TestUser;
  let crossed: TestUser;

  beforeEach(async () => {
    const { world } = test;
    [shared, ofFirst] = [await world.aTenant(), await world.aTenant()];
    first = await world.anOrganisation(shared.clientId);
    second = await world.anOrganisation(shared.clientId);
    await world.anOrganisation(ofFirst.clientId, first);
    firstAdmin = await world.aUser(shared, { role: 'partner_admin', organisationId: first });
    secondAdmin = await world.aUser(shared, { role: 'partner_admin', organisationId: second });
    crossed = await world.aUser(ofFirst, { role: 'partner_user', organisationId: first });
    await world.assign(crossed, shared, { role: 'partner_admin', organisationId: second });
  });

  const idsOf = (items: readonly { readonly user_id: string }[]): string[] =>
    items.map(({ user_id }) => user_id).sort();
  const usersOf = async (user: TestUser): Promise<string[]> =>
    idsOf(itemsOf<{ user_id: string }>(await desk.get(user, `/${shared.clientId}/users`).expect(200)));

  // access 4.8; people 1.3, 2.1; partner-clients 6.1
  it('shows and changes the people of that one alone', async () => {
    const hers = new PeopleFixture(test, shared, crossed);
    const ofSecond = [secondAdmin.userId, crossed.userId].sort();
    expect(idsOf(await hers.people())).toEqual(ofSecond);
    expect(await usersOf(crossed)).toEqual(ofSecond);
    expect(await usersOf(firstAdmin)).toEqual([firstAdmin.userId]);
    const { etag } = await new PeopleFixture(test, shared, firstAdmin).person(firstAdmin.userId);
    await hers.patch(`/people/${firstAdmin.userId}`, { role: 'partner_user' }, etag).expect(404);
    await hers.post(`/people/${firstAdmin.userId}/deactivate`).expect(404);
    await desk.remove(crossed, `/${shared.clientId}/users/${firstAdmin.userId}`).expect(404);
    const member = await test.world.aPerson();
    await test.world.join(member, shared, first);
    await desk.post(crossed, { user_id: member.userId }, `/${shared.clientId}/users`).expect(422);
  });

  // partner-clients 2.2, 2.3
  it('leads to no other client of the other one', async () => {
    const other = await test.world.aTenant();
    await test.world.anOrganisation(other.clientId, first);
    expect((await desk.idsOf(crossed)).toSorted()).toEqual([shared.clientId, ofFirst.clientId].sort());
    const self = { user_id: crossed.userId, role: 'partner_admin' };
    for (const { clientId } of [other, ofFirst])
      await desk.post(crossed, self, `/${clientId}/users`).expect(404);
    // Both directories belong to the shared client, and each has only the data of its own
    // organisation.
    expect((await desk.idsOf(firstAdmin)).toSorted()).toEqual(
      [shared.clientId, ofFirst.clientId, other.clientId].sort(),
    );
    expect(await desk.idsOf(secondAdmin)).toEqual([shared.clientId]);
  });

  // partner-clients 5.2
  it('sets clients up for that one', async () => {
    const made = idOf(await desk.post(crossed, aProfile()).expect(201));
    const owners = await test.world.sql<{ organisation_id: string }>(
      'SELECT organisation_id FROM partner_client_ownerships WHERE client_id = $1',
      [made],
    );
    expect(owners).toEqual([{ organisation_id: second }]);
    expect(await desk.idsOf(secondAdmin)).toContain(made);
    expect(await desk.idsOf(firstAdmin)).not.toContain(made);
  });

  // partner 2.5, 6.1
  it('makes keys of that one', async () => {
    const { key_id: keyId } = await new ApiKeyFixture(test, shared, crossed).made();
    const idsFor = async (user: TestUser): Promise<unknown[]> =>
      (await new ApiKeyFixture(test, shared, user).items()).map(({ key_id }) => key_id);
    expect(await idsFor(secondAdmin)).toEqual([keyId]);
    expect(await idsFor(firstAdmin)).toEqual([]);
  });

  // access 4.8
  it('ends with the membership of that one, whatever else the person is a member of', async () => {
    const hers = new PeopleFixture(test, shared, crossed);
    await hers.get('/people').expect(200);
    await test.world.sql(
      'UPDATE partner_organisation_members SET active = false WHERE user_id = $1 AND organisation_id = $2',
      [crossed.userId, second],
    );
    await hers.get('/people').expect(404);
    expect(await desk.idsOf(crossed)).toEqual([ofFirst.clientId]);
  });

  // access 4.8; partner-clients 6.2, 6.3
  it('that nobody wrote down works for nobody, and is given again like a new one', async () => {
    await test.world.sql(
      'UPDATE portal_user_client_assignments SET organisation_id = NULL WHERE user_id = $1 AND client_id = $2',
      [crossed.userId, shared.clientId],
    );
    await new PeopleFixture(test, shared, crossed).get('/people').expect(404);
    const body = { user_id: crossed.userId, role: 'partner_user' };
    await desk.post(secondAdmin, body, `/${shared.clientId}/users`).expect(200);
    expect(await usersOf(secondAdmin)).toEqual([secondAdmin.userId, crossed.userId].sort());
  });

  /**
   * An invitation of the first organisation to one address; if it names a person, it was accepted.
   */
  const invitedByFirst = (acceptedBy: TestUser | null) =>
    test.world.sql(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, organisation_id, email_sealed, email_hash,
              token_hash, sent_at, expires_at, created_by, accepted_at, accepted_by)
       VALUES ($1, 'prod', gen_random_uuid(), 'partner_user', $2, '', 'same', decode(md5(random()::text), 'hex'),
               now(), now() + interval '7 days', $3, CASE WHEN $4::uuid IS NOT NULL THEN now() END, $4::uuid)`,
      [shared.clientId, first, firstAdmin.userId, acceptedBy?.userId ?? null],
    );

  // people 1.2, 1.3
  it('shows nothing of an invitation through the other one', async () => {
    await invitedByFirst(crossed);
    const seen = await new PeopleFixture(test, shared, secondAdmin).person(crossed.userId);
    expect(seen).toMatchObject({ email_masked: null, invited_by: null });
  });

  // people 2.8
  it('ends and leaves an invitation through the other one open', async () => {
    await invitedByFirst(crossed);
    await invitedByFirst(null);
    const ended = await new PeopleFixture(test, shared, secondAdmin).post(
      `/people/${crossed.userId}/deactivate`,
    );
    expect(ended.body).toMatchObject({ active: false, withdrawn_invitations: 0 });
    const open = await test.world.sql(
      'SELECT 1 FROM person_invitations WHERE client_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL',
      [shared.clientId],
    );
    expect(open).toHaveLength(1);
  });

  // partner-clients 6.4
  it('is not given beside one of another organisation', async () => {
    await test.world.join(firstAdmin, shared, second);
    const body = { user_id: firstAdmin.userId, role: 'partner_admin' };
    await desk.post(secondAdmin, body, `/${shared.clientId}/users`).expect(409);
    expect(await usersOf(secondAdmin)).not.toContain(firstAdmin.userId);
  });
});
