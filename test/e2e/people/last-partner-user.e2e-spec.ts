import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { codeOf, PeopleFixture } from './people-fixture.js';

describe('partner users of a client', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let organisationId: string;
  let admin: TestUser;
  let desk: PeopleFixture;

  const aPartner = (role: 'partner_admin' | 'partner_user'): Promise<TestUser> =>
    test.world.aUser(tenant, { role, organisationId });
  const remove = ({ userId }: TestUser) =>
    test
      .request()
      .delete(`/api/partner-clients/${tenant.clientId}/users/${userId}`)
      .set(bearer(admin.token()));

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    organisationId = await test.world.anOrganisation(tenant.clientId);
    admin = await aPartner('partner_admin');
    await aPartner('partner_admin');
    desk = new PeopleFixture(test, tenant, admin);
  });

  // partner-clients 6.5; people 2.7
  it('keep one, whichever route would end or change the last one', async () => {
    const last = await aPartner('partner_user');
    const { etag } = await desk.person(last.userId);
    const refusals = [
      await desk.post(`/people/${last.userId}/deactivate`),
      await desk.patch(`/people/${last.userId}`, { role: 'partner_admin' }, etag),
    ];
    expect(refusals.map((it) => [it.status, codeOf(it)])).toEqual([
      [409, 'last_partner_user'],
      [409, 'last_partner_user'],
    ]);
    await remove(last).expect(409);
    await aPartner('partner_user');
    await desk.post(`/people/${last.userId}/deactivate`).expect(200);
  });

  // people 2.7
  it('keep one where both routes are used at once', async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => aPartner('partner_user')));
    const answers = await Promise.all(
      users.map((user, nth) =>
        nth % 2 === 0 ? desk.post(`/people/${user.userId}/deactivate`) : remove(user),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
  });
});
