import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { Browser, usePortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { addApp, codeAt, MFA, stepUp } from './stage.js';

const clock = new TestClock();
const { provider, test, signedIn } = usePortal({ clock });
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
});

/** A process reads sessions and policies again within a second by its Clock. */
const aSecondLater = (): void => clock.advance(1_000);

const POLICY = '/api/v1/security/mfa-policy';
const SSO = '/api/v1/security/sso';
const SCIM = '/api/v1/security/scim';
const EXPORTS = '/api/v1/portal/account-exports';
const ASKING = { required_roles: [], kinds: ['totp'], step_up_for: ['account_exports'], step_up_minutes: 5 };

/** Changes that decide who may sign in (second-factors 4.2), on objects that do not exist. */
const NOBODY = '0190a0a0-0000-7000-8000-000000000000';
const DECIDE_WHO_ENTERS = [
  ['post', `${SSO}/connections`],
  ['patch', `${SSO}/connections/${NOBODY}`],
  ['delete', `${SSO}/connections/${NOBODY}`],
  ['post', `${SSO}/connections/${NOBODY}/activate`],
  ['post', `${SSO}/connections/${NOBODY}/disable`],
  ['put', `${SSO}/enforcement`],
  ['post', `${SSO}/domains`],
  ['post', `${SSO}/domains/absent.example.com/verify`],
  ['delete', `${SSO}/domains/absent.example.com`],
  ['put', SCIM],
  ['post', `${SCIM}/tokens`],
  ['delete', `${SCIM}/tokens/${NOBODY}`],
  ['post', `${SCIM}/links`],
  ['delete', `${SCIM}/links/${NOBODY}`],
  ['put', POLICY],
  ['post', `/api/v1/portal/people/${NOBODY}/mfa-reset`],
] as const;

interface Stage {
  readonly own: TestTenant;
  readonly admin: TestUser;
  readonly browser: Browser;
}

async function aClient(): Promise<Stage> {
  const own = await test.world.aTenant();
  const admin = await test.world.aUser(own, { role: 'client_admin' });
  return { own, admin, browser: await signedIn(admin) };
}

/** Replaces the saved policy. */
async function save(browser: Browser, policy: object): Promise<void> {
  const { etag } = (await browser.get(POLICY)).body as { etag: string };
  const saved = await browser.send('put', POLICY, policy, { 'If-Match': `"${etag}"` });
  expect([saved.status, saved.body]).toMatchObject([200, policy]);
}

const detailsOf = ({ body }: { body: unknown }): unknown =>
  (body as { error?: { details?: unknown }; details?: unknown }).error?.details;

describe('the policy', () => {
  // second-factors 3.1, 3.2
  it('asks for nothing until it is saved, and is replaced only by who has read it', async () => {
    const { browser } = await aClient();
    expect((await browser.get(POLICY)).body).toEqual({
      required_roles: [],
      kinds: ['totp', 'webauthn'],
      step_up_for: [],
      step_up_minutes: 10,
      etag: 'default',
      updated_at_utc: null,
      updated_by: null,
    });
    expect((await browser.send('post', EXPORTS, { sections: ['people'] })).status).toBe(202);
    await save(browser, ASKING);
    const stale = await browser.send('put', POLICY, ASKING, { 'If-Match': '"default"' });
    expect([stale.status, stale.body]).toMatchObject([400, { error: { code: 'stale_settings' } }]);
    expect((await browser.send('put', POLICY, ASKING)).status).toBe(428);
    for (const wrong of [
      { kinds: [] },
      { kinds: ['sms'] },
      { step_up_minutes: 4 },
      { step_up_minutes: 61 },
      { required_roles: ['partner_admin'] },
      { step_up_for: ['everything'] },
    ])
      expect((await browser.send('put', POLICY, { ...ASKING, ...wrong }, { 'If-Match': '"1"' })).status).toBe(
        400,
      );
  });

  // second-factors 3.3, 1.5; errors 3.18
  it('keeps people of its roles out until they prove a factor, and their last one where it is', async () => {
    const { own, browser } = await aClient();
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    await save(browser, { ...ASKING, required_roles: ['client_staff'] });
    const staff = await test.world.aUser(own, { role: 'client_staff' });
    const theirs = await signedIn(staff);
    const summary = () => theirs.get('/api/v1/calls/summary');
    aSecondLater();
    expect((await summary()).status).toBe(403);
    const refused = await summary();
    expect(refused.body).toMatchObject({ error: { code: 'second_factor_required' } });
    expect(detailsOf(refused)).toEqual({ block_reason: 'second_factor_required', kinds: ['totp'] });
    expect((await theirs.get(MFA)).body).toMatchObject({ is_required: true, kinds: ['totp'] });
    const { id } = await addApp(theirs, clock.now());
    aSecondLater();
    expect((await summary()).status).toBe(200);
    const last = await theirs.send('delete', `${MFA}/factors/${id}`);
    expect([last.status, last.body]).toMatchObject([409, { block_reason: 'last_factor_required' }]);
  });
});

describe('an action that asks for a step-up', () => {
  // second-factors 4.1, 4.3, 4.4, 4.5; errors 3.18
  it('is refused with the kinds that count, and done after the proof', async () => {
    const { browser } = await aClient();
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    const again = await aClient();
    await save(again.browser, ASKING);
    const begin = () => again.browser.send('post', EXPORTS, { sections: ['people'] });
    aSecondLater();
    expect((await begin()).status).toBe(403);
    expect((await begin()).body).toMatchObject({
      code: 'step_up_required',
      block_reason: 'step_up_required',
      details: { kinds: ['totp'] },
    });
    expect((await browser.send('post', EXPORTS, { sections: ['people'] })).status).toBe(202);
    const { secret } = await addApp(again.browser, clock.now());
    const proof = { kind: 'totp', code: codeAt(secret, clock.now()) };
    expect((await stepUp(again.browser, proof)).status).toBe(200);
    aSecondLater();
    expect((await begin()).status).toBe(202);
  });

  // second-factors 4.3
  it('lets a token pass that says so itself, and no older one', async () => {
    const { admin, browser } = await aClient();
    await save(browser, ASKING);
    const now = Math.floor(clock.now().getTime() / 1000);
    const status = async (claims: object): Promise<number> => {
      const token = bearerToken(admin.subject, { claims: { iss: provider.issuer, ...claims } });
      const request = test
        .request()
        .post('/v1/portal/account-exports')
        .set('Authorization', `Bearer ${token}`);
      return (await request.send({ sections: ['people'] })).status;
    };
    aSecondLater();
    expect(await status({})).toBe(403);
    expect(await status({ auth_time: now - 310, amr: ['otp'] })).toBe(403);
    expect(await status({ auth_time: now, amr: ['hwk'] })).toBe(403);
    expect(await status({ auth_time: now, amr: ['otp'] })).toBe(202);
  });

  // second-factors 4.2
  it('always is a change that decides who may enter, once there is a policy or a factor', async () => {
    const refusedOf = async (browser: Browser, name: string): Promise<string[]> => {
      const refused: string[] = [];
      for (const [method, path] of DECIDE_WHO_ENTERS) {
        const { status, text } = await browser.send(method, path, { name }, { 'Idempotency-Key': name });
        if (status !== 403) continue;
        expect(text).toContain('step_up_required');
        refused.push(`${method} ${path}`);
      }
      return refused;
    };
    const all = DECIDE_WHO_ENTERS.map(([method, path]) => `${method} ${path}`);
    const { own, browser } = await aClient();
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    const colleague = await signedIn(await test.world.aUser(own, { role: 'client_admin' }));
    expect(await refusedOf(colleague, 'first')).toEqual([]);
    const { id, secret } = await addApp(colleague, clock.now());
    clock.advance(11 * 60_000);
    expect(await refusedOf(colleague, 'second')).toEqual(all);
    const proof = { kind: 'totp', code: codeAt(secret, clock.now()) };
    expect((await stepUp(colleague, proof)).status).toBe(200);
    aSecondLater();
    expect(await refusedOf(colleague, 'third')).toEqual([]);
    expect((await colleague.send('delete', `${MFA}/factors/${id}`)).status).toBe(204);
    await save(browser, { ...ASKING, step_up_for: [] });
    clock.advance(11 * 60_000);
    expect(await refusedOf(colleague, 'fourth')).toEqual(all);
  });

  // second-factors 1.6, 4.4
  it('of the own factors takes a kind that the client does not count', async () => {
    const { browser } = await aClient();
    const { id, secret } = await addApp(browser, clock.now());
    aSecondLater();
    await save(browser, { ...ASKING, kinds: ['webauthn'] });
    clock.advance(11 * 60_000);
    const remove = () => browser.send('delete', `${MFA}/factors/${id}`);
    expect((await remove()).body).toMatchObject({ details: { kinds: ['totp', 'webauthn'] } });
    const begun = await browser.send('post', `${MFA}/step-up`);
    expect(begun.body).toMatchObject({ kinds: ['totp'] });
    const proof = { kind: 'totp', code: codeAt(secret, clock.now()) };
    expect((await stepUp(browser, proof)).status).toBe(200);
    aSecondLater();
    expect((await browser.send('post', EXPORTS, { sections: ['people'] })).status).toBe(403);
    expect((await remove()).status).toBe(204);
  });

  // second-factors 4.4
  it('takes a proof in a session of the portal alone', async () => {
    const { admin } = await aClient();
    const token = bearerToken(admin.subject, { claims: { iss: provider.issuer } });
    for (const path of ['step-up', 'step-up/confirm']) {
      const request = test.request().post(`/v1/portal/mfa/${path}`).set('Authorization', `Bearer ${token}`);
      const answer = await request.send(path === 'step-up' ? {} : { kind: 'totp', code: '123456' });
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'portal_session_required' }]);
    }
  });
});

describe('a reset', () => {
  const reset = (browser: Browser, userId: string) =>
    browser.send('post', `/api/v1/portal/people/${userId}/mfa-reset`);

  // second-factors 6.1
  it('takes factors and sessions of a colleague, and of nobody else', async () => {
    const { own, admin, browser } = await aClient();
    const person = await test.world.aUser(own, { role: 'client_staff' });
    const theirs = await signedIn(person);
    await addApp(theirs, clock.now());
    const self = await reset(browser, admin.userId);
    expect([self.status, self.body]).toMatchObject([409, { block_reason: 'own_account' }]);
    const foreign = (await aClient()).admin.userId;
    for (const id of [foreign, '0190a0a0-0000-7000-8000-000000000000', 'x'])
      expect((await reset(browser, id)).status).toBe(404);
    await test.world.sql('DELETE FROM throttle_hits');
    expect((await reset(browser, person.userId)).body).toEqual({ factors_removed: 1 });
    aSecondLater();
    expect((await theirs.get(MFA)).status).toBe(401);
    expect((await (await signedIn(person)).get(MFA)).body).toMatchObject({ factors: [] });
  });

  // second-factors 6.2
  it('is no way to end the protection of another client', async () => {
    const { own, browser } = await aClient();
    const person = await test.world.aUser(own, { role: 'client_staff' });
    await test.world.assign(person, await test.world.aTenant(), { role: 'client_staff' });
    const answer = await reset(browser, person.userId);
    expect([answer.status, answer.body]).toMatchObject([409, { block_reason: 'role_elsewhere' }]);
  });
});
