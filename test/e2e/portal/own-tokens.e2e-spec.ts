import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT, generateKeyPair, type JSONWebKeySet } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { OwnTokens } from '../../../src/core/auth/own-tokens/own-tokens.js';
import { UNPROVEN } from '../../../src/core/shared/auth-context.js';
import { startTestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { PORTAL_URL, usePortal, withPortal } from '../../support/portal-browser.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';

const ISSUER = `${PORTAL_URL}/v1/portal`;
const DAY_MS = 24 * 3_600_000;
const SUMMARY = '/v1/calls/summary';

const clock = new TestClock();
const { provider, test, tenant, user, signedIn } = usePortal({ clock });
beforeEach(() => clock.set(new Date()));

const audience = (): string => test.settings.bearer!.audience;

const signed = async (person: TestUser, more: object = {}, on = test): Promise<string> => {
  const terms = { subject: person.subject, dataEnv: tenant.dataEnv, proof: UNPROVEN, onlyClientId: null };
  return (await on.app.get(OwnTokens).sign({ ...terms, ...more })).token;
};

const status = async (token: string, query: object = {}, on = test): Promise<number> =>
  (await on.request().get(SUMMARY).query(query).set('Authorization', `Bearer ${token}`)).status;

const keySet = async (): Promise<JSONWebKeySet> =>
  (await test.request().get('/v1/portal/jwks').expect(200)).body as JSONWebKeySet;

describe('the token of a session', () => {
  // portal-sessions 5.5, access 2.11
  it('is of the service, for five minutes, and verified by the keys that the service publishes', async () => {
    const token = await signed(user, {
      proof: { ...UNPROVEN, authTime: new Date(1_777_000_000_000), amr: ['pwd', 'otp'], sessionId: 's' },
    });
    const keys = createLocalJWKSet(await keySet());
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: ISSUER,
      audience: audience(),
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(payload).toMatchObject({
      sub: user.subject,
      data_env: tenant.dataEnv,
      auth_time: 1_777_000_000,
      amr: ['pwd', 'otp'],
      sid: 's',
    });
    expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(301);
    expect(await status(token)).toBe(200);
  });

  // access 2.11
  it('counts in every process', async () => {
    const other = await startTestApp({ clock, databases: test.databases, settings: withPortal(provider) });
    try {
      expect(await status(await signed(user), {}, other)).toBe(200);
      expect(await status(await signed(user, {}, other))).toBe(200);
    } finally {
      await other.close();
    }
  });

  // access 2.11
  it('is refused once it has ended', async () => {
    const token = await signed(user);
    clock.advance(310_000);
    expect(await status(token)).toBe(401);
  });

  // access 2.10
  it('counts for one client alone where it names one', async () => {
    const elsewhere = await test.world.aTenant();
    const person = await test.world.aUser(tenant, { role: 'client_admin' });
    await test.world.assign(person, elsewhere, { role: 'client_admin' });
    const bound = await signed(person, { onlyClientId: tenant.clientId });
    expect(await status(bound, { client_id: tenant.clientId })).toBe(200);
    expect(await status(bound, { client_id: elsewhere.clientId })).toBe(404);
    const free = await signed(person);
    expect(await status(free, { client_id: elsewhere.clientId })).toBe(200);
  });

  // access 2.11
  it.each([
    [
      "is the provider's with the service's name",
      () => bearerToken(user.subject, { claims: { iss: ISSUER } }),
    ],
    [
      'is signed by a key of somebody else',
      async () => {
        const { kid } = (await keySet()).keys[0]!;
        const { privateKey } = await generateKeyPair('ES256');
        return new SignJWT({})
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: kid! })
          .setIssuer(ISSUER)
          .setAudience(audience())
          .setSubject(user.subject)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(privateKey);
      },
    ],
    [
      'is changed',
      async () => {
        const [head, , signature] = (await signed(user)).split('.');
        const claims = { ...decodeJwt(await signed(user)), client_id: undefined, connection_id: 'x' };
        return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
      },
    ],
  ])('is 401 where it %s', async (_, forge) => {
    await keySet();
    expect(await status(await forge())).toBe(401);
  });

  // access 2.10
  it('is the only one whose connection, client and session count', async () => {
    const claims = { iss: provider.issuer, client_id: 'nobody', connection_id: 'x', sid: 'x' };
    expect(await status(bearerToken(user.subject, { claims }))).toBe(200);
  });
});

describe('the keys', () => {
  // access 2.11
  it('change each 30 days, and the one before counts for another hour', async () => {
    const period = 30 * DAY_MS;
    const end = Math.ceil(Date.now() / period) * period;
    clock.set(new Date(end - 60_000));
    const before = (await keySet()).keys.map(({ kid }) => kid);
    const token = await signed(user);
    clock.set(new Date(end + 60_000));
    const during = (await keySet()).keys.map(({ kid }) => kid);
    expect([before.length, during.length, during.includes(before[0])]).toEqual([1, 2, true]);
    expect([await status(token), await status(await signed(user))]).toEqual([200, 200]);
    clock.set(new Date(end + 2 * 3_600_000));
    const after = (await keySet()).keys.map(({ kid }) => kid);
    expect(after).toEqual(during.filter((kid) => kid !== before[0]));
  });

  // access 2.11
  it('are sealed, and never read by another pepper', async () => {
    await keySet();
    const rows = await test.world.sql<{ private_encrypted: Buffer; public_jwk: object }>(
      'SELECT private_encrypted, public_jwk FROM token_signing_keys',
    );
    expect(rows.every(({ private_encrypted: it }) => !it.toString('latin1').includes('PRIVATE KEY'))).toBe(
      true,
    );
    expect(rows.every(({ public_jwk: it }) => !('d' in it))).toBe(true);
    const stranger = await startTestApp({
      clock,
      databases: test.databases,
      settings: (settings) => {
        const base = withPortal(provider)(settings);
        const [pepper] = [Buffer.alloc(32, 7)];
        return { ...base, apiKeys: { ...base.apiKeys, pepper, otherPeppers: [base.apiKeys.pepper] } };
      },
    });
    try {
      // A process looks up unknown keys once a second.
      clock.advance(2_000);
      expect(await status(await signed(user, {}, stranger))).toBe(200);
      expect((await keySet()).keys).toHaveLength(rows.length + 1);
    } finally {
      await stranger.close();
    }
  });
});

describe('a session', () => {
  // portal-sessions 1.13
  it('keeps when and how the person proved who they are', async () => {
    provider.misbehaviour = {};
    const person = await test.world.aUser(tenant, { role: 'client_staff' });
    await signedIn(person);
    const rows = await test.world.sql(
      `SELECT auth_time IS NOT NULL AS dated, amr, connection_id, break_glass_id, only_client_id
         FROM portal_sessions WHERE subject = $1`,
      [person.subject],
    );
    expect(rows).toEqual([
      { dated: true, amr: ['pwd', 'otp'], connection_id: null, break_glass_id: null, only_client_id: null },
    ]);
  });
});
