import { describe, expect, it } from 'vitest';
import { useSecondApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { fateOf } from '../break-glass/stage.js';
import { ENFORCEMENT, OFF as off, useEnforcement } from './enforcement-stage.js';

const on = useEnforcement();
const { frame } = on;
const { test, client } = frame;
const second = useSecondApp(test);
const SUMMARY = '/api/v1/calls/summary';

/** A person of the client who accepted an invitation to an address. */
async function invited({ userId }: TestUser, email: string): Promise<void> {
  const { admin, tenant } = client();
  await test
    .request()
    .post('/v1/portal/invitations')
    .set({ Authorization: `Bearer ${frame.tokenOf(admin)}`, 'Idempotency-Key': email })
    .send({ email, role: 'client_manager' })
    .expect(200);
  await test.world.sql(
    `UPDATE person_invitations SET accepted_at = now(), accepted_by = $2 WHERE client_id = $1`,
    [tenant.clientId, userId],
  );
}

describe('requiring single sign-on', () => {
  // single-sign-on 7.1, 7.2, 7.3
  it('is refused with what stands in the way, and lists whom it shuts out', async () => {
    const { admin, connectionId, tenant } = client();
    const old = await frame.signedIn(admin);
    expect(await on.state(old)).toMatchObject({ mode: 'off', connection_id: null });
    expect(fateOf(await on.save(old, on.required()))).toEqual([409, 'connection_not_proven']);
    const browser = await on.throughDirectory(admin);
    expect(fateOf(await on.save(browser, on.required()))).toEqual([409, 'no_way_back']);
    const holders = await on.waysBack();
    await on.prove(
      `CASE WHEN h.user_id = '${holders[0].user.userId}' THEN now() - interval '31 days' ELSE now() END`,
    );
    expect(fateOf(await on.save(browser, on.required(2)))).toEqual([409, 'no_way_back']);
    await on.prove();
    await test.world.aKey(tenant, 'client_staff');
    const preview = await browser.get(`${ENFORCEMENT}/preview?connection_id=${connectionId}&page_size=1`);
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { items: [{ role: 'client_admin' }], api_keys_untouched: 1, pagination: { total_records: 2 } },
    ]);
    for (const accepted of [undefined, 1, 3])
      expect(fateOf(await on.save(browser, on.required(accepted)))).toEqual([409, 'people_excluded']);
    await test.world.sql(
      `UPDATE portal_sessions SET created_at = now() - interval '11 minutes', auth_time = now() WHERE connection_id = $1`,
      [connectionId],
    );
    await on.freeLimits();
    expect(fateOf(await on.save(browser, on.required(2)))).toEqual([409, 'connection_not_proven']);
    const again = await on.enter(admin.subject);
    await frame.set('tested_version = NULL, version = version + 1');
    expect(fateOf(await on.save(again, on.required(2)))).toEqual([409, 'connection_not_proven']);
    await frame.set('version = serving_version, tested_version = serving_version');
    const { etag } = await on.state(again);
    expect((await again.send('put', ENFORCEMENT, on.required(2))).status).toBe(428);
    expect(fateOf(await on.save(again, { mode: 'required' }))[0]).toBe(400);
    expect(fateOf(await on.save(again, { mode: 'off', connection_id: connectionId }))[0]).toBe(400);
    const done = await on.save(again, on.required(2));
    expect([done.status, done.body]).toMatchObject([
      200,
      { mode: 'required', connection_id: connectionId, required_by: admin.userId },
    ]);
    expect(fateOf(await on.save(again, off, etag))[0]).toBe(409);
  });

  // single-sign-on 7.4, 7.6, 7.8, access 4.13
  it('is in force at once in two processes, and a break-glass session ends it', async () => {
    const { admin, tenant } = client();
    const [holder, other] = await on.waysBack();
    const browser = await on.throughDirectory(admin);
    const key = await test.world.aKey(tenant, 'client_staff');
    const elsewhere = await test.world.aTenant();
    await test.world.sql(
      `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role) VALUES ($1, $2, $3, 'client_admin')`,
      [other.user.userId, elsewhere.clientId, elsewhere.dataEnv],
    );
    const bearer = (app = test) =>
      app
        .request()
        .get('/v1/calls/summary')
        .set('Authorization', `Bearer ${frame.tokenOf(holder.user)}`);
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(200);
    expect((await holder.browser.get(SUMMARY)).status).toBe(200);
    const done = await on.save(browser, on.required(2));
    expect([done.status, done.text]).toEqual([200, expect.any(String)]);
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(404);
    expect((await other.browser.get(`${SUMMARY}?client_id=${tenant.clientId}`)).status).toBe(404);
    // The first session has no client left, and the second has another one.
    const sessions = await test.world.sql<{ subject: string }>(
      'SELECT subject FROM portal_sessions WHERE subject = ANY($1)',
      [[holder.user.subject, other.user.subject]],
    );
    expect(sessions.map(({ subject }) => subject)).toEqual([other.user.subject]);
    expect((await other.browser.get(`${SUMMARY}?client_id=${elsewhere.clientId}`)).status).toBe(200);
    expect((await browser.get(SUMMARY)).status).toBe(200);
    for (const app of [test, second])
      expect((await app.request().get('/v1/calls/summary').set('X-API-Key', key)).status).toBe(200);

    const glass = await on.glass.opened(holder);
    const ended = await on.save(glass.browser, off);
    expect([ended.status, ended.body]).toMatchObject([200, { mode: 'off', connection_id: null }]);
    for (const app of [test, second]) expect((await bearer(app)).status).toBe(200);
    expect(
      await test.world.sql(
        `SELECT metadata ->> 'mode' AS mode, metadata ->> 'people_excluded' AS people FROM audit_events
          WHERE client_id = $1 AND action = 'sso_enforcement.changed' AND outcome = 'success' ORDER BY occurred_at`,
        [tenant.clientId],
      ),
    ).toEqual([
      { mode: 'required', people: '2' },
      { mode: 'off', people: '0' },
    ]);
  });

  // single-sign-on 7.8, access 4.13, portal-sessions 6.6
  it('leads a person who comes another way through the directory, and links the invited address', async () => {
    const { admin, connectionId, domain, tenant } = client();
    await on.waysBack();
    const browser = await on.throughDirectory(admin);
    const person = await test.world.aUser(tenant, { role: 'client_manager' });
    await invited(person, `mei@${domain}`);
    expect((await on.save(browser, on.required(3))).status).toBe(200);
    const account = (email: string) => (frame.directory.misbehaviour = { idClaims: { email } });
    account(`Mei@${domain}`);

    // The person is not known by this address yet.
    const stranger = frame.browser();
    const location = await frame.locationFor(stranger, `mei@${domain}`);
    expect(fateOf(await on.comeBack(stranger, location, 'account-9'))).toEqual([409, 'identity_not_linked']);

    const theirs = await frame.signedIn(person);
    const me = async () => (await theirs.get('/v1/portal/session')).body as object;
    const client_id = tenant.clientId;
    expect(await me()).toMatchObject({
      assignments: [],
      roles: [],
      shut_out: [{ client_id, connection_id: connectionId }],
    });
    expect((await theirs.get(SUMMARY)).status).toBe(404);
    expect((await theirs.get('/api/v1/portal/mfa')).status).toBe(404);
    const links = `/api/v1/portal/directory-links`;
    expect((await theirs.get(links)).body).toMatchObject({ items: [{ connection_id: connectionId }] });
    const enter = async (subject: string) => {
      const begun = await theirs.send('post', `${links}/${connectionId}`);
      expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
      return on.comeBack(theirs, (begun.body as { location: string }).location, subject);
    };
    account(`thief@${domain}`);
    expect(fateOf(await enter('account-of-a-thief'))).toEqual([409, 'address_not_invited']);
    account(`Mei@${domain}`);
    expect(fateOf(await enter(admin.subject))).toEqual([409, 'identity_linked_elsewhere']);
    expect((await enter('account-9')).status).toBe(303);
    expect(await me()).toMatchObject({ assignments: [{ client_id }], shut_out: [] });
    expect((await theirs.get(SUMMARY)).status).toBe(200);
    expect((await (await on.enter('account-9')).get(SUMMARY)).status).toBe(200);
  });

  // single-sign-on 7.5, break-glass 2.5
  it('keeps its connection, the domain that leads to it, and two ways back', async () => {
    const { admin, domain, tenant } = client();
    await on.waysBack();
    const browser = await on.throughDirectory(admin);
    expect((await on.save(browser, on.required(2))).status).toBe(200);
    expect(fateOf(await on.change(browser, 'delete'))).toEqual([409, 'connection_required']);
    expect(fateOf(await on.change(browser, 'post', '/disable'))).toEqual([409, 'connection_required']);
    expect(fateOf(await on.change(browser, 'patch', '', { domains: [] }))).toEqual([
      409,
      'last_domain_required',
    ]);
    const removed = await browser.send('delete', `/api/v1/security/sso/domains/${domain}`);
    expect(fateOf(removed)).toEqual([409, 'last_domain_required']);
    const strangers = await Promise.all(
      [1, 2].map(async () => (await test.world.aUser(tenant, { role: 'client_admin' })).userId),
    );
    const fewer = await on.glass.save(browser, strangers);
    expect(fateOf(fewer)).toEqual([409, 'no_way_back']);
    expect((await on.save(browser, off)).status).toBe(200);
    expect((await on.change(browser, 'patch', '', { domains: [] })).status).toBe(200);
  });

  // single-sign-on 7.1
  it('does not know a connection of another client', async () => {
    const foreign = client().connectionId;
    const stranger = await frame.signedIn(
      await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' }),
    );
    for (const id of [foreign, '0190a0a0-0000-7000-8000-000000000000']) {
      const asked = { mode: 'required', connection_id: id };
      expect(fateOf(await on.save(stranger, asked))[0]).toBe(404);
      expect((await stranger.get(`${ENFORCEMENT}/preview?connection_id=${id}`)).status).toBe(404);
    }
  });
});
