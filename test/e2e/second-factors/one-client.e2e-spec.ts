import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import type { Browser } from '../../support/portal-browser.js';
import { eventually } from '../../support/eventually.js';
import { fateOf, GlassStage, usesOf } from '../break-glass/stage.js';
import { useEnforcement } from '../single-sign-on/enforcement-stage.js';
import { addApp, codeAt, MFA, stepUp } from './stage.js';

const on = useEnforcement();
const { frame } = on;
const { client, test, directory, provider } = frame;

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
const addKey = (browser: Browser) =>
  browser.send('post', `${MFA}/factors`, { kind: 'webauthn', name: 'Key' });

/**
 * The client's directory identifies a person, and confirms that they have just proved a second
 * factor.
 */
async function vouchedFor(person: TestUser): Promise<Browser> {
  await on.throughDirectory(person);
  directory.misbehaviour = { idClaims: { amr: ['mfa', 'hwk'], auth_time: nowInSeconds() } };
  return on.enter(person.subject);
}

describe('a session through the directory of one client', () => {
  // second-factors 1.9, break-glass 3.1
  it('does not touch the factors of a person with a role elsewhere', async () => {
    const glass = new GlassStage(frame, await test.world.aTenant());
    const [{ user, passkey, browser: own }] = await glass.holders();
    const { factors } = (await own.get(MFA)).body as { factors: { factor_id: string }[] };
    const pending = (await addKey(own)).body as { factor_id: string };
    await test.world.assign(user, client().tenant, { role: 'client_staff' });
    const thief = await vouchedFor(user);
    const answers = [
      await addKey(thief),
      await thief.send('post', `${MFA}/factors/${pending.factor_id}/confirm`, { code: '123456' }),
      await thief.send('delete', `${MFA}/factors/${factors[0]!.factor_id}`),
      await thief.send('post', `${MFA}/recovery-codes`),
    ];
    expect(answers.map(fateOf)).toEqual(Array(4).fill([409, 'one_client']));
    expect((await glass.signIn(passkey)).answer.status).toBe(200);
  });

  // second-factors 1.6, 1.9
  it('changes the factors of its own person after a proof of this service alone', async () => {
    const { admin } = client();
    const { secret } = await addApp(await frame.signedIn(admin), new Date());
    const browser = await vouchedFor(admin);
    expect(fateOf(await addKey(browser))).toEqual([403, 'step_up_required']);
    expect((await stepUp(browser, { kind: 'totp', code: codeAt(secret, new Date()) })).status).toBe(200);
    expect((await addKey(browser)).status).toBe(201);
  });
});

describe('the sessions of a person with roles at two clients', () => {
  // portal-sessions 6.2, 6.4
  it('are not seen or ended by a session through the directory of one', async () => {
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const own = await frame.signedIn(user);
    await test.world.assign(user, client().tenant, { role: 'client_staff' });
    const thief = await vouchedFor(user);
    const seenBy = async (browser: Browser): Promise<number> =>
      ((await browser.get('/v1/portal/sessions')).body as { items: object[] }).items.length;
    // Two people through the directory, and two through the deployment's provider.
    expect([await seenBy(thief), await seenBy(own)]).toEqual([2, 4]);
    expect((await thief.send('post', '/v1/portal/sessions/revoke-others')).body).toEqual({ revoked: 1 });
    expect([await seenBy(thief), await seenBy(own)]).toEqual([1, 3]);
  });
});

describe('a proof', () => {
  // portal-sessions 9.4
  it('of another kind does not renew what a directory said', async () => {
    const { admin } = client();
    await on.throughDirectory(admin);
    directory.misbehaviour = { idClaims: { amr: ['pwd', 'mfa'], auth_time: nowInSeconds() - 7_200 } };
    await addApp(await on.enter(admin.subject), new Date());
    const rows = await test.world.sql<{ amr: string[] }>(
      'SELECT amr FROM portal_sessions WHERE subject = $1 AND proved_at IS NOT NULL',
      [admin.subject],
    );
    expect(rows).toEqual([{ amr: ['pwd', 'otp'] }]);
  });
});

describe('a pending factor', () => {
  // second-factors 1.6
  it('needs a step-up once its person has another one', async () => {
    const { admin } = client();
    const owner = await frame.signedIn(admin);
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    const stolen = await frame.signedIn(admin);
    const added = (await stolen.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Phone' })).body as {
      factor_id: string;
      secret: string;
    };
    await addApp(owner, new Date());
    const code = codeAt(added.secret, new Date());
    const confirmed = await stolen.send('post', `${MFA}/factors/${added.factor_id}/confirm`, { code });
    expect(fateOf(confirmed)).toEqual([403, 'step_up_required']);
  });
});

describe('an administrator of another environment', () => {
  // second-factors 6.2
  it('does not reset the factors of a person', async () => {
    const { tenant } = client();
    const dev = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'dev' });
    const victim = await test.world.aUser(tenant, { role: 'client_admin' });
    await test.world.assign(victim, dev, { role: 'client_staff' });
    const devAdmin = await test.world.aUser(dev, { role: 'client_admin' });
    provider.misbehaviour = { accessClaims: { data_env: 'dev' } };
    const attacker = await frame.signedIn(devAdmin);
    expect(fateOf(await on.actOn(attacker, victim, 'mfa-reset'))).toEqual([409, 'role_elsewhere']);
  });
});

describe('a holder who is taken off the list', () => {
  // break-glass 3.2
  it('loses the open use, and a sign-in that is not opened', async () => {
    const holders = await on.waysBack();
    const third = await on.glass.admin();
    const { browser } = await on.glass.opened(holders[0]);
    const begun = await on.glass.signIn(holders[0].passkey);
    await on.freeLimits();
    const ids = [holders[1].user.userId, third.user.userId];
    expect((await on.glass.save(holders[1].browser, ids)).status).toBe(200);
    for (const it of [browser, begun.browser])
      await eventually(async () => expect((await it.get('/api/v1/portal/session')).status).toBe(403));
    expect(await usesOf(holders[1].browser)).toMatchObject([
      { state: 'closed', closed_by: holders[1].user.userId },
    ]);
  });
});

describe('a holder without a proof', () => {
  // break-glass 3.1
  it('does not enter with a passkey that a session of another client added', async () => {
    await on.waysBack();
    const { tenant } = client();
    const browser = await on.throughDirectory(client().admin);
    const victim = await test.world.aUser(tenant, { role: 'client_admin' });
    await test.world.assign(victim, await test.world.aTenant(), { role: 'client_staff' });
    await test.world.sql(
      `INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by) VALUES ($1, $2, $3, now(), 'test')`,
      [tenant.clientId, tenant.dataEnv, victim.userId],
    );
    expect((await on.save(browser, on.required(3))).status).toBe(200);
    provider.misbehaviour = { idClaims: { amr: ['pwd'] } };
    const key = await on.glass.addPasskey(await frame.signedIn(victim));
    await on.freeLimits();
    expect((await on.glass.signIn(key, { client_id: tenant.clientId })).answer.status).toBe(401);
  });
});
