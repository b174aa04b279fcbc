import { beforeEach, describe, expect, it } from 'vitest';
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts';
import { CUSTOMER_ROLES } from '../../../src/core/shared/roles.js';
import { admitCredentialsOf, useTestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { useWorker } from '../../support/worker.js';
import { bearer } from '../access/callers.js';
import { mailedBy } from '../billing/billing-fixture.js';
import {
  accept,
  answerOf,
  codeOf,
  mailTo,
  PeopleFixture,
  type Invitation,
  type Person,
} from './people-fixture.js';

const WEEK_MS = 7 * 86_400_000;

let guests = 0;
/** A person who is known to the identity provider, but not to this service. */
const aGuest = () => {
  const subject = `guest-${(guests += 1)}`;
  return {
    subject,
    address: `guest.${guests}@example.com`,
    token: (dataEnv?: string) => bearerToken(subject, dataEnv === undefined ? {} : { dataEnv }),
  };
};

describe('an invitation', () => {
  const mail = perSuite(startMailCatcher, (catcher) => catcher.stop());
  const clock = new TestClock();
  const test = useTestApp({ clock, settings: (settings) => mailedBy(mail)(settings) });
  useWorker(test);

  let tenant: TestTenant;
  let admin: PeopleFixture;

  beforeEach(async () => {
    // The worker of this process has its own strategies.
    admitCredentialsOf(test);
    clock.set(new Date());
    await test.world.sql('DELETE FROM throttle_hits');
    tenant = await test.world.aTenant();
    admin = new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
  });

  const state = async (id: string): Promise<string> => {
    const { items } = (await admin.get('/invitations').expect(200)).body as { items: Invitation[] };
    return items.find((it) => it.invitation_id === id)!.state;
  };

  const audited = async (): Promise<[string, object][]> => {
    const rows = await test.world.sql<{ action: string; metadata: object }>(
      'SELECT action, metadata FROM audit_events WHERE client_id = $1 ORDER BY action',
      [tenant.clientId],
    );
    return rows.map(({ action, metadata }) => [action, metadata]);
  };

  // people 3.1, 3.3, 3.5, 4.1, 4.2, 4.4, 5.1
  it('is mailed, accepted by a person who was not known, and gives the role from the next request on', async () => {
    const guest = aGuest();
    await test.request().get('/v1/calls/list').set(bearer(guest.token())).expect(404);
    const invited = await admin.invite(guest.address, 'client_staff');
    expect(invited).toMatchObject({
      email_masked: 'g***@e***.com',
      role: 'client_staff',
      client_id: tenant.clientId,
      data_env: 'prod',
      state: 'pending',
      sends: 1,
      invited_by: admin.userId,
      expires_at_utc: new Date(clock.now().getTime() + WEEK_MS).toISOString(),
      accepted_at_utc: null,
    });
    const { text, token } = await mailTo(mail, guest.address);
    expect(text).toContain(`portal of Business of ${tenant.clientId} (role: Staff).`);
    expect(JSON.stringify(invited)).not.toContain(token);
    const accepted = (await accept(test, guest, token).expect(200)).body as Person;
    expect(accepted).toMatchObject({
      display_name: 'Mei Tanaka',
      email_masked: 'g***@e***.com',
      role: 'client_staff',
      active: true,
      invited_by: admin.userId,
    });
    await test.request().get('/v1/calls/list').set(bearer(guest.token())).expect(200);
    expect(await admin.person(accepted.user_id)).toEqual(accepted);
    expect(await state(invited.invitation_id)).toBe('accepted');
    const about = { invitation_id: invited.invitation_id };
    const trail = [
      [
        'person.invitation_accepted',
        {
          ...about,
          user_id: accepted.user_id,
          role: 'client_staff',
          new_user: true,
          through_organisation: false,
        },
      ],
      ['person.invitation_mailed', { ...about, sends: 1 }],
      ['person.invited', { ...about, role: 'client_staff' }],
    ];
    await eventually(async () => expect(await audited()).toEqual(trail));
  });

  // people 3.1
  it('shows its whole address in the list to the person who typed it, and to no colleague', async () => {
    const guest = aGuest();
    const invited = await admin.invite(guest.address, 'client_staff');
    expect(invited).not.toHaveProperty('email');
    const other = new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
    const listed = async (by: PeopleFixture) =>
      ((await by.get('/invitations').expect(200)).body as { items: object[] }).items[0];
    expect(await listed(admin)).toMatchObject({ email: guest.address, email_masked: 'g***@e***.com' });
    expect(await listed(other)).not.toHaveProperty('email');
  });

  // people 3.3, 4.2
  it('is good for one person: repeated by them it is answered alike, and another one gets 409', async () => {
    const [guest, other] = [aGuest(), aGuest()];
    await admin.invite(guest.address, 'client_manager');
    const { token } = await mailTo(mail, guest.address);
    const answers = await Promise.all([guest, guest].map((it) => accept(test, it, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect(codeOf(await accept(test, other, token).expect(409))).toBe('invitation_ended');
    await test.request().get('/v1/calls/list').set(bearer(other.token())).expect(404);
  });

  // people 4.2
  it('gives the role to one alone of several who accept at once', async () => {
    const people = Array.from({ length: 6 }, aGuest);
    await admin.invite(people[0]!.address, 'client_staff');
    const { token } = await mailTo(mail, people[0]!.address);
    const answers = await Promise.all(people.map((it) => accept(test, it, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await admin.people()).toHaveLength(2);
  });

  // people 3.2, 3.4, 3.6
  it('that is sent again has a new link, and the old one is dead at once', async () => {
    const guest = aGuest();
    const { invitation_id: id } = await admin.invite(guest.address, 'client_staff');
    const { token: first } = await mailTo(mail, guest.address);
    const early = await admin.post(`/invitations/${id}/resend`).expect(429);
    expect(early.headers['retry-after']).toBe('300');
    clock.advance(300_000);
    const resent = (await admin.post(`/invitations/${id}/resend`).expect(200)).body as Invitation;
    expect(resent).toMatchObject({ sends: 2, state: 'pending' });
    await accept(test, guest, first).expect(404);
    const { token } = await mailTo(mail, guest.address, 2);
    expect(token).not.toBe(first);
    await accept(test, guest, token).expect(200);
    expect(codeOf(await admin.post(`/invitations/${id}/resend`).expect(409))).toBe('invitation_ended');
  });

  // people 3.2, 3.4
  it('that has expired gives nothing, and lives again when it is sent again', async () => {
    const guest = aGuest();
    clock.advance(-WEEK_MS);
    const { invitation_id: id } = await admin.invite(guest.address, 'client_staff');
    const { token } = await mailTo(mail, guest.address);
    clock.advance(WEEK_MS);
    expect(await state(id)).toBe('expired');
    expect(codeOf(await accept(test, guest, token).expect(409))).toBe('invitation_ended');
    await admin.post(`/invitations/${id}/resend`).expect(200);
    await accept(test, guest, (await mailTo(mail, guest.address, 2)).token).expect(200);
  });

  // people 3.2, 3.4
  it('that is withdrawn gives nothing, and makes room for another one', async () => {
    const guest = aGuest();
    const { invitation_id: id } = await admin.invite(guest.address, 'client_staff');
    const { token } = await mailTo(mail, guest.address);
    const again = await admin.post('/invitations', {
      email: guest.address.toUpperCase(),
      role: 'client_admin',
    });
    expect([again.status, codeOf(again)]).toEqual([409, 'invitation_exists']);
    for (let time = 0; time < 2; time += 1) {
      const [, body] = await answerOf(admin.post(`/invitations/${id}/withdraw`).expect(200));
      expect(body).toMatchObject({ state: 'withdrawn' });
    }
    expect(codeOf(await accept(test, guest, token).expect(409))).toBe('invitation_ended');
    await admin.invite(guest.address, 'client_admin');
  });

  // people 2.1, 3.1
  it.each(['client_owner', 'service_admin', 'partner_admin', 'read-only', ''])(
    'to %s is refused: no role that the administrator may give',
    async (role) => {
      const [status, body] = await answerOf(admin.post('/invitations', { email: aGuest().address, role }));
      expect([status, body]).toMatchObject([
        422,
        {
          code: 'role_not_grantable',
          field_errors: { role: `must be one of ${CUSTOMER_ROLES.join(', ')}` },
        },
      ]);
    },
  );

  // people 1.4
  it('holds the address sealed, and no token', async () => {
    const guest = aGuest();
    const { invitation_id: id } = await admin.invite(guest.address, 'client_staff');
    const { token } = await mailTo(mail, guest.address);
    const rows = await test.world.sql(
      `SELECT (SELECT jsonb_agg(to_jsonb(i)) FROM person_invitations i WHERE i.invitation_id = $1) AS invitation,
              (SELECT jsonb_agg(to_jsonb(a)) FROM audit_events a WHERE a.client_id = $2) AS audit,
              (SELECT jsonb_agg(to_jsonb(r)) FROM idempotency_records r WHERE r.client_id = $2) AS records,
              (SELECT jsonb_agg(to_jsonb(j)) FROM jobs.job j WHERE j.data::text LIKE '%' || $1 || '%') AS jobs`,
      [id, tenant.clientId],
    );
    const stored = JSON.stringify(rows) + test.logs();
    expect(stored).toContain(id);
    for (const secret of [guest.address, Buffer.from(guest.address).toString('hex'), token])
      expect(stored).not.toContain(secret);
  });

  // people 4.3
  it('dies with the role of the person who sent it, however that ended', async () => {
    const other = new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
    const [one, two] = [aGuest(), aGuest()];
    await other.invite(one.address, 'client_admin');
    const { token: first } = await mailTo(mail, one.address);
    await admin.post(`/people/${other.userId}/deactivate`).expect(200);
    await accept(test, one, first).expect(404);
    // Ending a role as an operator says nothing about invitations.
    await admin.post(`/people/${other.userId}/reactivate`).expect(200);
    await other.invite(two.address, 'client_admin');
    const { token: second } = await mailTo(mail, two.address);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      other.userId,
    ]);
    await accept(test, two, second).expect(404);
  });

  // people 3.4, 4.3
  it('lives again by another administrator who sends it again', async () => {
    const other = new PeopleFixture(test, tenant, await test.world.aUser(tenant, { role: 'client_admin' }));
    const guest = aGuest();
    const { invitation_id: id } = await other.invite(guest.address, 'client_staff');
    await mailTo(mail, guest.address);
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      other.userId,
    ]);
    clock.advance(300_000);
    const resent = (await admin.post(`/invitations/${id}/resend`).expect(200)).body as Invitation;
    expect(resent.invited_by).toBe(admin.userId);
    const { token } = await mailTo(mail, guest.address, 2);
    await accept(test, guest, token).expect(200);
  });

  // people 4.5
  it('makes a partner a member of the organisation of the one who invites', async () => {
    const organisation = await test.world.anOrganisation(tenant.clientId);
    const partner = await test.world.aUser(tenant, { role: 'partner_admin', organisationId: organisation });
    const desk = new PeopleFixture(test, tenant, partner);
    const guest = aGuest();
    await desk.invite(guest.address, 'partner_user');
    const { token } = await mailTo(mail, guest.address);
    const [, body] = await answerOf(accept(test, guest, token).expect(200));
    expect(body).toMatchObject({ role: 'partner_user', active: true });
    await test.request().get('/v1/partner/me').set(bearer(guest.token())).expect(200);
    const ids = (await desk.people()).map(({ user_id }) => user_id);
    expect(ids.toSorted()).toEqual([partner.userId, (body as Person).user_id].toSorted());
    expect((await admin.get('/invitations').expect(200)).body).toMatchObject({ items: [] });
    expect(await admin.people()).toHaveLength(1);
  });

  // access 1.6; people 4.1, 4.4
  it('is no way in for keys, for another environment, for a person with a role, or from a foreign address', async () => {
    const guest = aGuest();
    await admin.invite(guest.address, 'client_admin');
    const { token } = await mailTo(mail, guest.address);
    const key = await test.world.aKey(tenant, 'client_admin');
    await test
      .request()
      .post('/v1/portal/invitations/accept')
      .set({ 'X-API-Key': key })
      .send({ token, display_name: 'A key' })
      .expect(404);
    await accept(test, { token: () => guest.token('dev') }, token).expect(404);
    const staff = await test.world.aUser(tenant, { role: 'client_staff' });
    expect(codeOf(await accept(test, staff, token).expect(409))).toBe('role_already_held');
    await test.world.sql(
      `INSERT INTO tenant_ip_allowlist (client_id, data_env, network) VALUES ($1, 'prod', '203.0.113.0/24')`,
      [tenant.clientId],
    );
    const [status, body] = await answerOf(accept(test, guest, token));
    expect([status, body]).toMatchObject([403, { error: { code: 'ip_allowlist_restricted' } }]);
  });

  // people 3.6
  it('is one of thirty that a person may send in an hour', async () => {
    for (let nth = 0; nth < 30; nth += 1) await admin.invite(aGuest().address, 'client_staff');
    const [status, body] = await answerOf(
      admin.post('/invitations', {
        email: aGuest().address,
        role: 'client_staff',
      }),
    );
    expect([status, body]).toMatchObject([429, { code: 'rate_limited' }]);
  });

  // people 3.7
  it('says that its mail failed when the server has not taken it, and can be sent again', async () => {
    const { invitation_id: id } = await admin.invite(aGuest().address, 'client_staff');
    await test.world.sql(
      `UPDATE person_invitations SET mail_status = 'failed', mail_sealed = NULL WHERE invitation_id = $1`,
      [id],
    );
    clock.advance(300_000);
    const [, body] = await answerOf(admin.post(`/invitations/${id}/resend`).expect(200));
    expect(body).toMatchObject({ mail_status: 'pending', sends: 2 });
  });
});
