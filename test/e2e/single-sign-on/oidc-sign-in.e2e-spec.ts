import { describe, expect, it } from 'vitest';
import { PORTAL_URL, type Browser } from '../../support/portal-browser.js';
import { useDirectory } from './directory-frame.js';

const frame = useDirectory();
const { directory, test, browser: aBrowser, client, locationFor, sessions, configure, set } = frame;

const callback = (): string => `/v1/portal/oidc/${client().connectionId}/callback`;
const comeBack = (browser: Browser, location: string, subject: string) =>
  browser.get(`${callback()}?${directory.approve(location, subject).toString()}`);
const summary = '/api/v1/calls/summary';
const reason = (answer: { body: unknown }) => (answer.body as { block_reason?: string }).block_reason;

/** A person of the client who is already linked to a subject of the directory. */
async function link(browser: Browser, subject: string): Promise<void> {
  const begun = await browser.send(
    'post',
    `/api/v1/portal/directory-links/${client().connectionId}?client_id=${client().tenant.clientId}`,
  );
  expect(begun.status).toBe(200);
  const back = await comeBack(browser, (begun.body as { location: string }).location, subject);
  expect([back.status, back.text]).toEqual([303, '']);
}

describe('signing in by address', () => {
  // single-sign-on 4.1, 4.2
  it('leads to the directory of the domain with PKCE and a nonce, else to the provider', async () => {
    const browser = aBrowser();
    const location = new URL(await locationFor(browser, `Mei@${client().domain.toUpperCase()}`, '/calls'));
    expect(location.origin).toBe(directory.issuer);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: 'portal',
      redirect_uri: `${PORTAL_URL}${callback()}`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(location.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    for (const address of [
      'mei@nobody.example',
      'mei',
      `mei@sub.${client().domain}`,
      '@',
      `a@${'b'.repeat(240)}`,
    ])
      expect(await locationFor(browser, address, '/calls')).toBe(
        `${PORTAL_URL}/v1/portal/sign-in?return_to=%2Fcalls`,
      );
  });

  // single-sign-on 4.1
  it('leads to the provider while the connection does not serve, and the domain is not verified', async () => {
    const elsewhere = `${PORTAL_URL}/v1/portal/sign-in?return_to=%2F`;
    const address = `mei@${client().domain}`;
    await test.world.sql(`UPDATE sso_domains SET status = 'lost' WHERE domain = $1`, [client().domain]);
    expect(await locationFor(aBrowser(), address)).toBe(elsewhere);
    await test.world.sql(`UPDATE sso_domains SET status = 'verified' WHERE domain = $1`, [client().domain]);
    await set('serving = NULL, serving_version = NULL, is_disabled = true');
    expect(await locationFor(aBrowser(), address)).toBe(elsewhere);
  });

  // single-sign-on 4.5, portal-sessions 9.1
  it('opens a session for the client of the connection alone, for a person who was linked', async () => {
    const { tenant, admin, domain } = client();
    const other = await test.world.aTenant();
    await test.world.sql(
      `INSERT INTO portal_user_client_assignments (user_id, client_id, data_env, role) VALUES ($1, $2, $3, 'client_admin')`,
      [admin.userId, other.clientId, other.dataEnv],
    );
    const old = await frame.signedIn(admin);
    await link(old, 'account-1');
    const browser = aBrowser();
    const back = await comeBack(browser, await locationFor(browser, `mei@${domain}`, '/calls'), 'account-1');
    expect([back.status, back.headers['location'], back.text]).toEqual([303, '/calls', '']);
    expect(await sessions()).toEqual([
      { subject: admin.subject, only_client_id: tenant.clientId, amr: ['pwd', 'otp'] },
    ]);
    expect((await browser.get(summary)).status).toBe(200);
    expect((await browser.get(`${summary}?client_id=${other.clientId}`)).status).toBe(404);
    expect((await old.get(`${summary}?client_id=${other.clientId}`)).status).toBe(200);
    const links = await browser.get('/api/v1/portal/directory-links');
    expect(links.body).toMatchObject({
      items: [{ connection_id: client().connectionId, is_linked: true, kind: 'oidc' }],
    });
  });

  // single-sign-on 4.4
  it('makes no account unless the connection has a role for it', async () => {
    const browser = aBrowser();
    const signIn = async () =>
      comeBack(browser, await locationFor(browser, `mei@${client().domain}`), 'new-1');
    const refused = await signIn();
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, 'no_portal_access']);
    // The page must not reveal who works for the client.
    expect(reason(refused)).toBe('identity_not_linked');
    expect(await sessions()).toEqual([]);
    await set(`default_role = 'client_staff'`);
    directory.misbehaviour = { idClaims: { name: 'Mei Tanaka', email: 'mei@elsewhere.example' } };
    expect((await signIn()).status).toBe(303);
    expect((await signIn()).status).toBe(303);
    const people = await test.world.sql(
      `SELECT u.display_name, a.role FROM portal_users u JOIN portal_user_client_assignments a USING (user_id)
        WHERE a.client_id = $1 AND a.role <> 'client_admin'`,
      [client().tenant.clientId],
    );
    expect(people).toEqual([{ display_name: 'Mei Tanaka', role: 'client_staff' }]);
    const me = await browser.get('/v1/portal/session');
    expect(me.body).toMatchObject({ assignments: [{ role: 'client_staff' }] });
  });

  // single-sign-on 4.4, 7.8
  it('does not know a person by address: who was invited links the directory first', async () => {
    const { tenant, admin, domain } = client();
    await test
      .request()
      .post('/v1/portal/invitations')
      .set({ Authorization: `Bearer ${frame.tokenOf(admin)}`, 'Idempotency-Key': 'invite-1' })
      .send({ email: `mei@${domain}`, role: 'client_manager' })
      .expect(200);
    const person = await test.world.aUser(tenant, { role: 'client_manager' });
    await test.world.sql(
      `UPDATE person_invitations SET accepted_at = now(), accepted_by = $2 WHERE client_id = $1`,
      [tenant.clientId, person.userId],
    );
    await set(`default_role = 'client_staff'`);
    directory.misbehaviour = { idClaims: { email: `Mei@${domain}` } };
    const browser = aBrowser();
    const refused = await comeBack(browser, await locationFor(browser, `mei@${domain}`), 'account-9');
    expect([refused.status, reason(refused)]).toEqual([409, 'identity_not_linked']);
    const asPage = await browser.get(
      `${callback()}?${directory.approve(await locationFor(browser, `mei@${domain}`), 'account-9').toString()}`,
      { Accept: 'text/html' },
    );
    expect([303, 409]).toContain(asPage.status);
    expect(await sessions()).toEqual([]);

    // A person whose role has ended returns with the connection's role and another account.
    const setActive = (active: boolean) =>
      test.world.sql('UPDATE portal_user_client_assignments SET active = $2 WHERE user_id = $1', [
        person.userId,
        active,
      ]);
    await setActive(false);
    const anew = aBrowser();
    expect((await comeBack(anew, await locationFor(anew, `mei@${domain}`), 'account-8')).status).toBe(303);
    expect((await sessions()).map(({ subject }) => subject)).not.toContain(person.subject);
    await test.world.sql('DELETE FROM portal_sessions WHERE connection_id = $1', [client().connectionId]);
    await setActive(true);

    await link(await frame.signedIn(person), 'account-9');
    expect((await comeBack(browser, await locationFor(browser, `mei@${domain}`), 'account-9')).status).toBe(
      303,
    );
    expect(await sessions()).toMatchObject([{ subject: person.subject }]);
    const begun = await (
      await frame.signedIn(admin)
    ).send('post', `/api/v1/portal/directory-links/${client().connectionId}`);
    expect(begun.status).toBe(200);
  });

  // single-sign-on 4.4, directory 4.8
  it('knows whom the directory provisioned, by external id or user name, and refuses whom it ended', async () => {
    const { tenant, domain } = client();
    const setup = await configure('get', '/v1/security/scim');
    const saved = await test
      .request()
      .put('/v1/security/scim')
      .set('Authorization', `Bearer ${frame.tokenOf(client().admin)}`)
      .set('If-Match', `"${String(setup.body['etag'])}"`)
      .send({
        on: true,
        keys_end_with_person: true,
        group_roles: [{ group: 'Staff', role: 'client_staff' }],
      });
    expect(saved.status).toBe(200);
    const token = await test
      .request()
      .post('/v1/security/scim/tokens')
      .set('Authorization', `Bearer ${frame.tokenOf(client().admin)}`)
      .set('Idempotency-Key', 'token-1')
      .send({ name: 'Directory' });
    const scim = (method: 'post' | 'patch', path: string, body: object) =>
      test
        .request()
        [method](`/v1/security/scim/v2/${path}`)
        .set('Authorization', `Bearer ${(token.body as { secret: string }).secret}`)
        .send(body);
    const user = await scim('post', 'Users', {
      userName: `mei@${domain}`,
      externalId: 'ext-1',
      active: true,
    });
    expect([user.status, user.text]).toEqual([201, expect.anything()]);
    const { id } = user.body as { id: string };
    await scim('post', 'Groups', { displayName: 'Staff', members: [{ value: id }] }).expect(201);

    const browser = aBrowser();
    const signIn = async (subject: string) =>
      (await comeBack(browser, await locationFor(browser, `mei@${domain}`), subject)).status;
    expect(await signIn('ext-1')).toBe(303);
    expect(await signIn(`MEI@${domain}`)).toBe(303);
    directory.misbehaviour = { idClaims: { preferred_username: `mei@${domain}` } };
    expect(await signIn('another-subject')).toBe(403);
    expect(await sessions()).toMatchObject([{ subject: `directory:${tenant.clientId}:${id}` }]);
    await set(`default_role = 'client_staff'`);
    await scim('patch', `Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    }).expect(200);
    expect(await sessions()).toEqual([]);
    expect(await signIn('ext-1')).toBe(403);
    expect(await sessions()).toEqual([]);
  });
});

describe('a test of a connection', () => {
  // single-sign-on 2.3, 4.7, 6.1
  it('shows each claim, makes no session, and lets the settings be activated', async () => {
    await set(
      'tested_version = NULL, serving = NULL, serving_version = NULL, serving_secret_encrypted = NULL',
    );
    const id = client().connectionId;
    expect((await configure('get', `${id}/test`)).status).toBe(404);
    const admin = await frame.signedIn(client().admin);
    const begun = await admin.send('post', `/api/v1/security/sso/connections/${id}/test`, {
      return_to: '/settings?tab=sign-in',
    });
    expect(begun.status).toBe(200);
    directory.misbehaviour = { idClaims: { name: 'Mei Tanaka', department: 'Front desk' } };
    const back = await comeBack(admin, (begun.body as { location: string }).location, 'admin-at-directory');
    expect([back.status, back.headers['location']]).toEqual([303, '/settings?tab=sign-in']);
    expect(await sessions()).toEqual([]);
    const { body: result } = await configure('get', `${id}/test`);
    expect(result).toMatchObject({
      outcome: 'succeeded',
      is_of_newest_settings: true,
      subject: 'admin-at-directory',
      display_name: 'Mei Tanaka',
      amr: ['pwd', 'otp'],
    });
    expect(result['claims']).toContainEqual({ name: 'department', value: 'Front desk' });
    const { body: record } = await configure('get', id);
    expect(record).toMatchObject({ state: 'tested', is_serving: false });
  });

  // single-sign-on 2.3, 4.7
  it('of changed settings puts them in the place of those that serve', async () => {
    const id = client().connectionId;
    const before = await configure('get', id);
    const change = await test
      .request()
      .patch(`/v1/security/sso/connections/${id}`)
      .set('Authorization', `Bearer ${frame.tokenOf(client().admin)}`)
      .set('If-Match', `"${String(before.body['etag'])}"`)
      .send({ client_id: 'another' });
    expect(change.body).toMatchObject({ state: 'draft', is_serving: true });
    const admin = await frame.signedIn(client().admin);
    const trial = async () => {
      const begun = await admin.send('post', `/api/v1/security/sso/connections/${id}/test`);
      await comeBack(admin, (begun.body as { location: string }).location, 'me');
      return (await configure('get', `${id}/test`)).body;
    };
    expect(await trial()).toMatchObject({ outcome: 'failed', reason: 'answer_not_valid' });
    expect((await configure('get', id)).body).toMatchObject({ state: 'draft' });
    directory.misbehaviour = { idClaims: { aud: 'another' } };
    expect(await trial()).toMatchObject({ outcome: 'succeeded' });
    expect((await configure('get', id)).body).toMatchObject({ state: 'active', client_id: 'another' });
  });

  // single-sign-on 4.7
  it('says why settings lead nowhere', async () => {
    const id = client().connectionId;
    await set(`settings = settings || '{"issuer": "http://127.0.0.1:9"}'`);
    const begun = await configure('post', `${id}/test`);
    expect(begun).toMatchObject({ status: 200, body: { location: null } });
    expect((await configure('get', `${id}/test`)).body).toMatchObject({
      outcome: 'failed',
      reason: 'directory_unreachable',
    });
    // The library ignores the issuer if the complete address of the metadata was entered.
    await set(`settings = settings || '{"issuer": "${directory.issuer}/.well-known/openid-configuration"}'`);
    await configure('post', `${id}/test`);
    expect((await configure('get', `${id}/test`)).body).toMatchObject({ reason: 'issuer_not_exact' });
  });
});
