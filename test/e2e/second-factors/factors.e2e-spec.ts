import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { eventually } from '../../support/eventually.js';
import { Passkey } from '../../support/passkey.js';
import { Browser, PORTAL_URL, usePortal, withPortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { addApp, codeAt, MFA, stepUp } from './stage.js';

const HOST = new URL(PORTAL_URL).hostname;
const clock = new TestClock();
const { provider, test, tenant, signedIn } = usePortal({ clock });
beforeEach(() => {
  clock.set(new Date());
  provider.tokenSeconds = 80_000;
});

const MINUTE_MS = 60_000;

const aPerson = async (): Promise<{ browser: Browser; userId: string }> => {
  const person = await test.world.aUser(tenant, { role: 'client_admin' });
  return { browser: await signedIn(person), userId: person.userId };
};
const freeLimits = () => test.world.sql('DELETE FROM throttle_hits');
/** By then, the step-up from the sign-in or a confirmation has expired. */
const later = (minutes: number): void => clock.advance(minutes * MINUTE_MS);
const mfaOf = async (browser: Browser) =>
  (await browser.get(MFA)).body as {
    factors: { factor_id: string; status: string; kind: string }[];
    recovery_codes_left: number;
    stepped_up_until_utc: string | null;
  };
const blockOf = (answer: { body: unknown }): unknown =>
  (answer.body as { block_reason?: string }).block_reason;

describe('an authenticator app', () => {
  // second-factors 1.1, 1.2, 1.3, 1.4, 5.2
  it('is added, and confirmed by its first code, which counts as a step-up', async () => {
    const { browser, userId } = await aPerson();
    const added = await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Work phone' });
    const { factor_id: id, secret, otpauth_uri: uri } = added.body as Record<string, string>;
    expect(added.body).toMatchObject({ status: 'pending', registration: null });
    expect(new URL(uri!).searchParams.get('secret')).toBe(secret);
    const confirm = (code: string) => browser.send('post', `${MFA}/factors/${id}/confirm`, { code });
    const wrong = await confirm(codeAt(secret!, clock.now(), 9));
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: 'validation_failed' }]);
    expect((await confirm(codeAt(secret!, clock.now()))).status).toBe(200);
    expect((await confirm(codeAt(secret!, clock.now(), 1))).status).toBe(404);
    const listed = await mfaOf(browser);
    expect(listed.factors).toMatchObject([{ factor_id: id, status: 'active', kind: 'totp' }]);
    await eventually(async () => expect((await mfaOf(browser)).stepped_up_until_utc).not.toBeNull());
    const rows = await test.world.sql<{ action: string; metadata: object }>(
      `SELECT action, metadata FROM audit_events WHERE actor_id = $1 AND action LIKE 'second%'`,
      [userId],
    );
    expect(rows).toEqual([{ action: 'second_factor.added', metadata: { factor_id: id, kind: 'totp' } }]);
    const [stored] = await test.world.sql<{ secret_encrypted: Buffer }>(
      'SELECT secret_encrypted FROM second_factors WHERE user_id = $1',
      [userId],
    );
    expect(stored!.secret_encrypted.toString('latin1')).not.toContain(secret);
  });

  // second-factors 1.2
  it('that is not confirmed within ten minutes is gone', async () => {
    const { browser } = await aPerson();
    const added = await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Phone' });
    const { factor_id: id, secret } = added.body as Record<string, string>;
    later(10);
    const code = codeAt(secret!, clock.now());
    expect((await browser.send('post', `${MFA}/factors/${id}/confirm`, { code })).status).toBe(404);
    expect((await mfaOf(browser)).factors).toEqual([]);
  });

  // second-factors 2.1, 2.3, 4.4
  it('has codes that count once, also in two processes at a time', async () => {
    const { browser } = await aPerson();
    const { secret } = await addApp(browser, clock.now());
    const other = await startTestApp({ clock, databases: test.databases, settings: withPortal(provider) });
    try {
      const elsewhere = new Browser(other, provider);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      const code = codeAt(secret, clock.now());
      const answers = await Promise.all([browser, elsewhere].map((it) => stepUp(it, { kind: 'totp', code })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const again = await stepUp(browser, { kind: 'totp', code: codeAt(secret, clock.now(), -1) });
      expect(again.status).toBe(400);
      expect((await stepUp(browser, { kind: 'totp', code: codeAt(secret, clock.now(), 1) })).status).toBe(
        200,
      );
    } finally {
      await other.close();
    }
  });
});

describe('a passkey', () => {
  // second-factors 2.2, 4.4
  it('is registered, and signs each challenge once', async () => {
    const { browser } = await aPerson();
    const passkey = new Passkey(PORTAL_URL);
    const added = await browser.send('post', `${MFA}/factors`, { kind: 'webauthn', name: 'Key' });
    const { factor_id: id, registration } = added.body as {
      factor_id: string;
      registration: { challenge: string };
    };
    const response = passkey.register(registration);
    const confirmed = await browser.send('post', `${MFA}/factors/${id}/confirm`, { response });
    expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)]);
    const begun = await browser.send('post', `${MFA}/step-up`);
    const { kinds, challenge_id, authentication } = begun.body as {
      kinds: string[];
      challenge_id: string;
      authentication: { challenge: string };
    };
    expect(kinds).toEqual(['webauthn']);
    const signed = { kind: 'webauthn', challenge_id, response: passkey.sign(authentication) };
    expect((await stepUp(browser, signed)).status).toBe(200);
    expect((await stepUp(browser, signed)).status).toBe(400);
  });

  // second-factors 2.1, 2.2
  it.each([
    ['of another site', () => new Passkey('http://evil.example'), {}],
    ['of another origin', () => new Passkey('http://evil.example', undefined, HOST), {}],
    ['for another party', () => new Passkey(PORTAL_URL, undefined, 'evil.example'), {}],
    ['that does not verify its user', () => new Passkey(PORTAL_URL, 0x01), {}],
    ['that signs another challenge', () => new Passkey(PORTAL_URL), { challenge: 'b3RoZXI' }],
  ])('%s is refused', async (_, make, changed) => {
    const { browser } = await aPerson();
    const added = await browser.send('post', `${MFA}/factors`, { kind: 'webauthn', name: 'Key' });
    const { factor_id: id, registration } = added.body as {
      factor_id: string;
      registration: { challenge: string };
    };
    const response = make().register({ ...registration, ...changed });
    for (const sent of [response, {}, { id: 1 }, null, 'x']) {
      await freeLimits();
      expect((await browser.send('post', `${MFA}/factors/${id}/confirm`, { response: sent })).status).toBe(
        400,
      );
    }
  });
});

describe('changes of factors', () => {
  // second-factors 1.6, 1.7, 2.4
  it('need a step-up once there is a factor; a recovery code is one, once', async () => {
    const { browser } = await aPerson();
    const none = await browser.send('post', `${MFA}/recovery-codes`);
    expect([none.status, blockOf(none)]).toEqual([409, 'no_factor']);
    const { id } = await addApp(browser, clock.now());
    await eventually(async () => expect((await mfaOf(browser)).stepped_up_until_utc).not.toBeNull());
    const made = await browser.send('post', `${MFA}/recovery-codes`);
    const { codes } = made.body as { codes: string[] };
    expect([made.status, new Set(codes).size, codes[0]]).toEqual([
      200,
      10,
      expect.stringMatching(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/),
    ]);
    later(11);
    const refused = [
      await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Phone' }),
      await browser.send('post', `${MFA}/recovery-codes`),
      await browser.send('delete', `${MFA}/factors/${id}`),
    ];
    expect(refused.map((it) => [it.status, blockOf(it)])).toEqual(Array(3).fill([403, 'step_up_required']));
    expect(refused[0]!.body).toMatchObject({ details: { kinds: ['totp', 'webauthn'] } });
    const proof = { kind: 'recovery_code', code: codes[3]!.toLowerCase().replace('-', ' ') };
    expect((await stepUp(browser, proof)).status).toBe(200);
    expect((await stepUp(browser, proof)).status).toBe(400);
    // A process reads a session again within a second by its Clock.
    clock.advance(1_000);
    expect((await mfaOf(browser)).recovery_codes_left).toBe(9);
    await freeLimits();
    await eventually(async () => expect((await mfaOf(browser)).stepped_up_until_utc).not.toBeNull());
    expect((await browser.send('delete', `${MFA}/factors/${id}`)).status).toBe(204);
    expect(await mfaOf(browser)).toMatchObject({ factors: [], recovery_codes_left: 0 });
  });

  // second-factors 1.3, 1.5
  it('are for the own factors alone: a foreign one and an absent one are one answer', async () => {
    const { browser } = await aPerson();
    const { id } = await addApp((await aPerson()).browser, clock.now());
    for (const factor of [id, '0190a0a0-0000-7000-8000-000000000000']) {
      const answers = [
        await browser.send('post', `${MFA}/factors/${factor}/confirm`, { code: '123456' }),
        await browser.send('delete', `${MFA}/factors/${factor}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    }
  });

  // second-factors 1.2
  it('add at most ten', async () => {
    const { browser } = await aPerson();
    for (let count = 0; count < 10; count += 1) {
      await freeLimits();
      await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: `Phone ${count}` });
    }
    await freeLimits();
    const one = await browser.send('post', `${MFA}/factors`, { kind: 'totp', name: 'Phone' });
    expect([one.status, blockOf(one)]).toEqual([409, 'too_many_factors']);
  });
});

// second-factors 5.1
describe('the limit', () => {
  it('is five of an action in a minute over two processes, wrong proofs included', async () => {
    const { browser } = await aPerson();
    const other = await startTestApp({ clock, databases: test.databases, settings: withPortal(provider) });
    try {
      const elsewhere = new Browser(other, provider);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      const statuses = [];
      for (const it of [browser, elsewhere, browser, elsewhere, browser, elsewhere])
        statuses.push((await stepUp(it, { kind: 'totp', code: '000000' })).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
      expect((await browser.send('post', `${MFA}/step-up`)).status).toBe(200);
      later(1);
      expect((await stepUp(browser, { kind: 'totp', code: '000000' })).status).toBe(400);
    } finally {
      await other.close();
    }
  });
});
