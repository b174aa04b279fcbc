import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { beforeEach, afterEach, describe, expect, inject, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { useTestDatabases } from '../../support/databases.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from './callers.js';
import { startKeyPublisher } from './key-publisher.js';
import type { KeyPublisher } from './key-publisher.js';

const rotated = generateKeyPairSync('rsa', { modulusLength: 2048 });

function rotatedToken(subject: string): string {
  const { issuer: iss, audience: aud } = inject('fixture');
  const end = Math.floor(Date.now() / 1000) + 600;
  const pem = rotated.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return jwt.sign({ iss, aud, sub: subject, exp: end }, pem, {
    algorithm: 'RS256',
    keyid: 'rotated',
    header: { alg: 'RS256', typ: 'at+jwt' },
  });
}

const rotatedJwk = {
  ...rotated.publicKey.export({ format: 'jwk' }),
  kid: 'rotated',
  alg: 'RS256',
  use: 'sig',
};

describe("the identity provider's keys", () => {
  let publisher: KeyPublisher;
  let clock: TestClock;
  let test: TestApp;
  let user: TestUser;

  const databases = useTestDatabases();

  beforeEach(async () => {
    publisher = await startKeyPublisher();
    clock = new TestClock();
    test = await startTestApp({
      databases,
      clock,
      settings: (settings) => ({ ...settings, bearer: { ...settings.bearer!, jwksUrl: publisher.url } }),
    });
    user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
  });
  afterEach(async () => {
    await test.close();
    await publisher.close();
  });

  const get = (token: string) => test.request().get('/v1/calls/summary').set(bearer(token));
  const flood = (size: number) =>
    Promise.all(
      Array.from({ length: size }, async (_, index) => {
        const token = bearerToken(user.subject, {
          header: { kid: `made-up-${clock.now().getTime()}-${index}` },
        });
        return (await get(token)).status;
      }),
    );

  // Fails if an unknown key id asks the provider each time, and when it is cached per key id.
  // access 2.8
  it('are asked for at most once a minute, however many made-up key ids come', async () => {
    await get(user.token()).expect(200);
    expect(publisher.asked()).toBe(1);
    expect(new Set(await flood(50))).toEqual(new Set([401]));
    expect(publisher.asked()).toBe(1);
    clock.advance(60_000);
    await flood(50);
    expect(publisher.asked()).toBe(2);
    clock.advance(59_000);
    await flood(10);
    expect(publisher.asked()).toBe(2);
  });

  // access 2.8
  it('that are known stay usable during such a flood', async () => {
    await get(user.token()).expect(200);
    const [during] = await Promise.all([
      get(bearerToken(user.subject, { claims: { jti: 'new' } })),
      flood(50),
    ]);
    expect(during.status).toBe(200);
    clock.advance(61_000);
    await flood(20);
    await get(bearerToken(user.subject, { claims: { jti: 'newer' } })).expect(200);
  });

  it('that are new are known a minute later', async () => {
    await get(user.token()).expect(200);
    publisher.publish(rotatedJwk);
    await get(rotatedToken(user.subject)).expect(401);
    clock.advance(60_000);
    await get(rotatedToken(user.subject)).expect(200);
  });

  // access 2.8
  it('make 503 while none could ever be had, and work as soon as they can', async () => {
    publisher.answer('failure');
    const response = await get(user.token());
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.body).toEqual({
      error: 'A required dependency is not available. Retry shortly.',
      status_code: 503,
    });
    publisher.answer('keys');
    clock.advance(5_000);
    await get(user.token()).expect(200);
  });

  // access 2.8
  it('go on to serve while the provider is out of order', async () => {
    await get(user.token()).expect(200);
    publisher.answer('failure');
    clock.advance(11 * 60_000);
    const end = Math.floor(clock.now().getTime() / 1000) + 600;
    await get(bearerToken(user.subject, { claims: { exp: end } })).expect(200);
    expect(publisher.asked()).toBe(2);
  });

  it('are not asked for by tokens that carry no readable key id', async () => {
    for (const token of ['a.b.c', 'x', bearerToken(user.subject, { header: { kid: 7 } })])
      await get(token).expect(401);
    expect(publisher.asked()).toBe(0);
  });
});
