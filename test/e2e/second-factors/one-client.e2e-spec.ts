import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import type { Browser } from '../../support/portal-browser.js';
import { fateOf, GlassStage } from '../break-glass/stage.js';
import { useEnforcement } from '../single-sign-on/enforcement-stage.js';
import { addApp, codeAt, MFA, stepUp } from './stage.js';

const on = useEnforcement();
const { frame } = on;
const { client, test, directory, provider } = frame;

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
const addKey = (browser: Browser) =>
  browser.send('post', `${MFA}/factors`, { kind: 'webauthn', name: 'Key' });

/** The client's directory vouches for a person, and says that they have just proved a second factor. */
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
