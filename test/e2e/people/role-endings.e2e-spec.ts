import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { ApiKeyFixture, auditOf, me, type KeyBody } from '../partner/api-key-calls.js';
import { PeopleFixture } from './people-fixture.js';

const ADMIN_KEY = { description: 'Admin', scope: 'partner_admin' };

interface Office {
  readonly tenant: TestTenant;
  readonly organisationId: string;
  /** The administrator who stays, and the one who leaves. */
  readonly chief: TestUser;
  readonly leaver: TestUser;
  readonly projectId: string;
}

describe('what ends with a role', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  const office = perTest(async (): Promise<Office> => {
    await test.world.sql('DELETE FROM throttle_hits');
    const tenant = await test.world.aTenant();
    const organisationId = await test.world.anOrganisation(tenant.clientId);
    const aPartner = (role: 'partner_admin' | 'partner_user') =>
      test.world.aUser(tenant, { role, organisationId });
    const [chief, leaver, projectId] = [
      await aPartner('partner_admin'),
      await aPartner('partner_admin'),
      await test.world.aProject(tenant),
    ];
    await aPartner('partner_user');
    await test.world.assignProject(leaver, tenant, projectId);
    return { tenant, organisationId, chief, leaver, projectId };
  });

  const desk = (): PeopleFixture => new PeopleFixture(test, office.tenant, office.chief);
  const keysOf = (user: TestUser) => new ApiKeyFixture(test, office.tenant, user);
  const colleague = (role: 'partner_admin' | 'partner_user', organisationId = office.organisationId) =>
    test.world.aUser(office.tenant, { role, organisationId });

  /** The routes by which an administrator ends the role of the person who leaves. */
  const DOORS: readonly (readonly [string, (heir?: string) => Test, number])[] = [
    [
      'deactivate',
      (heir) => desk().post(`/people/${office.leaver.userId}/deactivate`, { keep_api_keys_with: heir }),
      400,
    ],
    [
      'removal from the client',
      (heir) =>
        test
          .request()
          .delete(`/api/partner-clients/${office.tenant.clientId}/users/${office.leaver.userId}`)
          .query(heir === undefined ? {} : { keep_api_keys_with: heir })
          .set({ ...bearer(office.chief.token()), 'Idempotency-Key': randomUUID() }),
      422,
    ],
  ];
  const answerOf = ({ body }: { readonly body: unknown }) => body as { api_keys: object };

  // people 2.6, 2.8; partner 6.8; partner-clients 6.5
  it.each(DOORS)('through %s: keys, invitations and assignments to projects', async (_, end) => {
    const { leaver, tenant } = office;
    const keys = [await keysOf(leaver).made(ADMIN_KEY), await keysOf(leaver).made()];
    const kept = await keysOf(office.chief).made(ADMIN_KEY);
    await new PeopleFixture(test, tenant, leaver).invite(`${randomUUID()}@example.com`, 'partner_user');
    expect(answerOf(await end().expect(200)).api_keys).toEqual({ ended: 2, kept: 0, handed_over: 0 });
    clock.advance(1_000);
    for (const { secret } of keys) await me(test, secret).expect(401);
    await me(test, kept.secret).expect(200);
    const [{ pending } = { pending: -1 }] = await test.world.sql<{ pending: number }>(
      `SELECT count(*)::int AS pending FROM person_invitations
        WHERE client_id = $1 AND created_by = $2 AND withdrawn_at IS NULL`,
      [tenant.clientId, leaver.userId],
    );
    expect(pending).toBe(0);
    await desk().post(`/people/${leaver.userId}/reactivate`).expect(200);
    const { etag } = await desk().person(leaver.userId);
    await desk().patch(`/people/${leaver.userId}`, { role: 'partner_user' }, etag).expect(200);
    const assigned = await test.world.sql(
      'SELECT 1 FROM project_assignments WHERE member_id = $1 AND active',
      [leaver.userId],
    );
    expect(assigned).toEqual([]);
    for (const { secret } of keys) await me(test, secret).expect(401);
  });

  // people 2.8
  it.each(DOORS)('through %s: an invitation that waits for the person', async (_, end) => {
    const { leaver, tenant } = office;
    await test.world.sql(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, organisation_id, email_sealed, email_hash,
              token_hash, sent_at, expires_at, created_by, accepted_at, accepted_by)
       SELECT $1, 'prod', gen_random_uuid(), 'partner_admin', $2, '', 'same', decode(md5(random()::text), 'hex'),
              now(), now() + interval '7 days', $3, CASE n WHEN 1 THEN now() END, CASE n WHEN 1 THEN $4::uuid END
         FROM generate_series(1, 2) n`,
      [tenant.clientId, office.organisationId, office.chief.userId, leaver.userId],
    );
    await end().expect(200);
    const waiting = await test.world.sql(
      `SELECT 1 FROM person_invitations WHERE client_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL`,
      [tenant.clientId],
    );
    expect(waiting).toEqual([]);
  });

  // partner 6.8; people 2.6
  it.each(DOORS)('through %s: keys go on with a colleague who is named', async (_, end) => {
    const keys = [await keysOf(office.leaver).made(ADMIN_KEY), await keysOf(office.leaver).made()];
    const answer = await end(office.chief.userId).expect(200);
    expect(answerOf(answer).api_keys).toEqual({ ended: 0, kept: 0, handed_over: 2 });
    clock.advance(1_000);
    for (const { secret, key_id: id } of keys) {
      await me(test, secret).expect(200);
      expect(await keysOf(office.chief).item(id)).toMatchObject({
        created_by: office.chief.userId,
        created_by_active: true,
      });
    }
    const audited = (await auditOf(test, office.tenant)).filter(
      ({ action }) => action === 'api_key.handed_over',
    );
    expect(audited.map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining(
        keys.map(({ key_id, scope }) => ({
          key_id,
          key_scope: scope,
          previous_user_id: office.leaver.userId,
          user_id: office.chief.userId,
        })),
      ),
    );
  });

  // partner 6.8
  it.each(DOORS)(
    'through %s: nothing where the keys would go to no such colleague',
    async (_, end, status) => {
      const foreign = await test.world.anOrganisation(office.tenant.clientId);
      const refused: (readonly [string, string])[] = [
        ['a lower role', (await colleague('partner_user')).userId],
        ['another organisation', (await colleague('partner_admin', foreign)).userId],
        ['nobody', randomUUID()],
        ['the person', office.leaver.userId],
      ];
      for (const [who, userId] of refused) {
        const answer = await end(userId);
        expect([who, answer.status]).toEqual([who, status]);
        expect(answer.text).toContain('keep_api_keys_with');
      }
      expect(await desk().person(office.leaver.userId)).toMatchObject({ active: true });
    },
  );

  // people 2.3; partner 6.8
  it('with a lower role: the keys that it does not carry', async () => {
    const { leaver } = office;
    const [write, read] = [await keysOf(leaver).made(ADMIN_KEY), await keysOf(leaver).made()];
    const { etag } = await desk().person(leaver.userId);
    const answer = await desk().patch(`/people/${leaver.userId}`, { role: 'partner_user' }, etag).expect(200);
    expect(answerOf(answer).api_keys).toEqual({ ended: 1, kept: 1, handed_over: 0 });
    clock.advance(1_000);
    await me(test, write.secret).expect(401);
    await me(test, read.secret).expect(200);
    const { etag: next } = await desk().person(leaver.userId);
    const back = await desk().patch(`/people/${leaver.userId}`, { role: 'partner_admin' }, next).expect(200);
    expect(answerOf(back).api_keys).toEqual({ ended: 0, kept: 1, handed_over: 0 });
    await me(test, write.secret).expect(401);
  });

  // people 2.3; partner 6.8
  it('with a lower role: or they go to a colleague', async () => {
    const { leaver, chief } = office;
    const write: KeyBody = await keysOf(leaver).made(ADMIN_KEY);
    const { etag } = await desk().person(leaver.userId);
    const body = { role: 'partner_user', keep_api_keys_with: chief.userId };
    const answer = await desk().patch(`/people/${leaver.userId}`, body, etag).expect(200);
    expect(answerOf(answer).api_keys).toEqual({ ended: 0, kept: 0, handed_over: 1 });
    clock.advance(1_000);
    await me(test, write.secret).expect(200);
  });

  // partner-clients 6.5; people 2.4
  it('is nothing where an administrator would leave the client without one', async () => {
    const remove = (userId: string) =>
      test
        .request()
        .delete(`/api/partner-clients/${office.tenant.clientId}/users/${userId}`)
        .set(bearer(office.chief.token()));
    await remove(office.leaver.userId).expect(200);
    await remove(office.chief.userId).expect(409);
    expect(await desk().person(office.chief.userId)).toMatchObject({ active: true });
  });

  // access 3.9
  it('leaves the keys of operators alone', async () => {
    const ofOperator = await test.world.aKey(office.tenant, 'partner_admin', {
      createdBy: 'operator',
      organisationId: office.organisationId,
    });
    await desk().post(`/people/${office.leaver.userId}/deactivate`).expect(200);
    clock.advance(1_000);
    await me(test, ofOperator).expect(200);
  });
});
