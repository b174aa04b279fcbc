import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestUser } from '../../support/builders.js';
import { TestClock } from '../../support/test-clock.js';
import { bearerToken } from '../../support/tokens.js';
import { bearer } from './callers.js';
import { forgedTokens } from './forged-tokens.js';

const REFUSED = { error: 'Credentials are missing or not valid.', status_code: 401 };

describe('a bearer token', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  let user: TestUser;

  beforeAll(async () => {
    user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
  });

  const get = (headers: Record<string, string>) => test.request().get('/v1/calls/summary').set(headers);

  it('of the identity provider is taken', async () => {
    await get(bearer(user.token())).expect(200);
  });

  // Fails if `algorithms` is dropped or widened, if issuer or audience are not passed on, or if the
  // expiry is optional. HS256 with the public key is also refused by jsonwebtoken, which accepts no
  // public key as a secret. access 1.3, 2.2, 2.3; errors 2.2
  it.each(forgedTokens('subject-placeholder').map(([wrong], index) => ({ wrong, index })))(
    'with $wrong is refused like every other',
    async ({ index }) => {
      const [, token] = forgedTokens(user.subject)[index]!;
      const response = await get(bearer(token));
      expect(response.status).toBe(401);
      expect(response.body).toEqual(REFUSED);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    },
  );

  // Fails if the log contains only the access line. access 2.9
  it('that is refused is described in the log, without the token and its subject', async () => {
    const token = bearerToken(user.subject, { claims: { aud: 'https://other.example.com' } });
    await get(bearer(token)).expect(401);
    const line = test
      .logs()
      .split('\n')
      .find((it) => it.includes('bearer token refused') && it.includes('other.example.com'));
    expect(JSON.parse(line!)).toMatchObject({
      reason: expect.stringContaining('audience') as string,
      typ: 'at+jwt',
      alg: 'RS256',
      aud: 'https://other.example.com',
      exp: expect.any(Number) as number,
    });
    expect(test.logs()).not.toContain(token.split('.')[2]);
    expect(line).not.toContain(user.subject);
  });

  // access 1.1
  it.each([
    ['no scheme', (token: string) => token],
    ['the scheme alone', () => 'Bearer'],
    ['another scheme', (token: string) => `Basic ${token}`],
    ['two tokens', (token: string) => `Bearer ${token} ${token}`],
  ])('sent with %s is refused', async (_, write) => {
    await get({ Authorization: write(user.token()) }).expect(401);
  });

  // access 1.1
  it('may name its scheme in any case', async () => {
    await get({ Authorization: `bearer ${user.token()}` }).expect(200);
  });

  // access 1.1
  it('does not count in a query parameter or a cookie', async () => {
    const token = user.token();
    await test.request().get('/v1/calls/summary').query({ access_token: token }).expect(401);
    await get({ Cookie: `access_token=${token}; Authorization=Bearer ${token}` }).expect(401);
  });

  // Fails if the cache of verified tokens ignores their expiry. access 2.7
  it('that was taken a moment ago is refused after its end', async () => {
    // The machine's own clock must also be before the expiry.
    clock.set(new Date());
    const end = Math.floor(clock.now().getTime() / 1000) + 30;
    const token = bearerToken(user.subject, { claims: { exp: end } });
    await get(bearer(token)).expect(200);
    clock.advance(29_000);
    await get(bearer(token)).expect(200);
    clock.advance(10_000);
    await get(bearer(token)).expect(401);
  });

  // access 2.6
  it('names a person; what that person may do is not read from it', async () => {
    const claims = { role: 'service_admin', scope: 'service_admin', client_id: 'client-nowhere' };
    const response = await get(bearer(bearerToken(user.subject, { claims })));
    expect(response.status).toBe(200);
    const stranger = await test.world.aPerson();
    await get(bearer(bearerToken(stranger.subject, { claims }))).expect(404);
  });
});

describe('without the three identity settings', () => {
  const test = useTestApp({ settings: (settings) => ({ ...settings, bearer: null }) });

  // access 2.1; errors 2.12
  it('a bearer token is answered 500, in the general envelope and without naming a setting', async () => {
    const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
    const response = await test.request().get('/v1/calls/summary').set(bearer(user.token()));
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error: 'Bearer authentication is not configured.', status_code: 500 });
  });

  // access 2.1
  it('an API key works', async () => {
    const key = await test.world.aKey(await test.world.aTenant(), 'read-only');
    await test.request().get('/v1/calls/summary').set('X-API-Key', key).expect(200);
  });

  // access 1.3
  it('no credentials are answered 401', async () => {
    await test.request().get('/v1/calls/summary').expect(401);
  });
});
