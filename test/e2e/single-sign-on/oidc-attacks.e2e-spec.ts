import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Misbehaviour } from '../../support/openid-provider.js';
import type { Browser } from '../../support/portal-browser.js';
import { useDirectory } from './directory-frame.js';

const frame = useDirectory();
const { directory, provider, test, browser: aBrowser, client, locationFor, sessions, set } = frame;

const begin = (browser: Browser) => locationFor(browser, `mei@${client().domain}`);
const callback = (query: URLSearchParams, id = client().connectionId) =>
  `/v1/portal/oidc/${id}/callback?${query.toString()}`;

beforeEach(() => set(`default_role = 'client_staff'`));

describe('a sign-in at a directory', () => {
  // single-sign-on 4.3
  it('is good for once, in the browser and at the connection where it began', async () => {
    const browser = aBrowser();
    const query = directory.approve(await begin(browser), 'mei');
    const other = aBrowser();
    await begin(other);
    const state = query.get('state') ?? '';
    const answers = [
      await other.get(callback(query)),
      await aBrowser().get(callback(query)),
      await browser.get(callback(query, '4b0c5d2e-7f3a-4c6b-9a1d-2e8f7c6b5a40')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    // At another connection, the state is already used up.
    expect((await browser.get(callback(query))).status).toBe(400);
    const again = directory.approve(await begin(browser), 'mei');
    expect((await browser.get(`${callback(again)}&state=${state}`)).status).toBe(400);
    expect((await browser.get(callback(again))).status).toBe(303);
    expect((await browser.get(callback(again))).status).toBe(400);
    expect(await sessions()).toHaveLength(1);
  });

  // single-sign-on 4.3
  it('is over after 10 minutes, and when the settings change', async () => {
    const browser = aBrowser();
    const late = directory.approve(await begin(browser), 'mei');
    await test.world.sql(`UPDATE sso_sign_ins SET ends_at = now() - interval '1 second'`);
    expect((await browser.get(callback(late))).status).toBe(400);
    const changed = directory.approve(await begin(browser), 'mei');
    await set('serving_version = serving_version + 1');
    expect((await browser.get(callback(changed))).status).toBe(400);
    const disabled = directory.approve(await begin(browser), 'mei');
    await set('serving = NULL, serving_version = NULL, is_disabled = true');
    expect((await browser.get(callback(disabled))).status).toBe(400);
    expect(await sessions()).toEqual([]);
  });

  const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();
  const now = Math.floor(Date.now() / 1000);

  // single-sign-on 4.2
  it.each<[string, Misbehaviour]>([
    ['another issuer', { idClaims: { iss: 'https://evil.example' } }],
    ['another audience', { idClaims: { aud: 'another-client' } }],
    ['the nonce of another browser', { idClaims: { nonce: 'of another sign-in' } }],
    ['no nonce', { idClaims: { nonce: undefined } }],
    ['no subject', { idClaims: { sub: undefined } }],
    ['a subject with NUL', { idClaims: { sub: 'a\0b' } }],
    ['an empty subject', { idClaims: { sub: ' ' } }],
    ['an end that is past', { idClaims: { iat: now - 600, exp: now - 300 } }],
    ['a time that no clock shows', { idClaims: { auth_time: 1e20 } }],
    ['the key of a stranger', { idKey: strangersKey }],
    ['no signature', { idAlgorithm: 'none' }],
    ['its client secret as a key', { idAlgorithm: 'HS256' }],
    ['a refusal of the code', { token: 400 }],
    ['a discovery that lies', { metadata: { issuer: 'https://evil.example' } }],
    ['a private token endpoint', { metadata: { token_endpoint: 'https://169.254.169.254/token' } }],
    ['private keys', { metadata: { jwks_uri: 'https://10.0.0.1/keys' } }],
  ])('is refused with %s', async (_, misbehaviour) => {
    const browser = aBrowser();
    const query = directory.approve(await begin(browser), 'mei');
    directory.misbehaviour = misbehaviour;
    const back = await browser.get(callback(query));
    expect([back.status, back.body]).toMatchObject([403, { code: 'sign_in_refused' }]);
    expect(browser.cookies.has('session')).toBe(false);
    expect(await sessions()).toEqual([]);
  });

  // single-sign-on 4.2
  it('is refused where the answer names another issuer or none, or says no', async () => {
    const browser = aBrowser();
    const statuses: number[] = [];
    for (const change of [
      (query: URLSearchParams) => query.set('iss', provider.issuer),
      (query: URLSearchParams) => query.delete('iss'),
      (query: URLSearchParams) => {
        query.delete('code');
        query.set('error', 'access_denied');
      },
    ]) {
      const query = directory.approve(await begin(browser), 'mei');
      change(query);
      statuses.push((await browser.get(callback(query))).status);
    }
    expect(statuses).toEqual([403, 403, 403]);
    expect(await sessions()).toEqual([]);
  });

  // single-sign-on 4.2
  it.each<[string, Misbehaviour]>([
    ['fails', { token: 502 }],
    ['is silent', { token: 'silent' }],
  ])('is 503 while the directory %s', async (_, misbehaviour) => {
    const browser = aBrowser();
    const query = directory.approve(await begin(browser), 'mei');
    directory.misbehaviour = misbehaviour;
    const back = await browser.get(callback(query));
    expect([back.status, back.body]).toMatchObject([503, { code: 'identity_provider_unavailable' }]);
    expect(await sessions()).toEqual([]);
  });

  // single-sign-on 4.2
  it('leads no browser to a private address', async () => {
    directory.misbehaviour = { metadata: { authorization_endpoint: 'https://192.168.0.1/authorize' } };
    const answer = await aBrowser().send('post', '/v1/portal/sign-in/address', {
      address: `mei@${client().domain}`,
    });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'sign_in_refused' }]);
  });

  // single-sign-on 4.8
  it('is limited by address', async () => {
    const from = (address: string) =>
      aBrowser().get(callback(new URLSearchParams()), { 'X-Forwarded-For': address });
    for (let count = 0; count < 60; count += 1) expect((await from('203.0.113.1')).status).toBe(400);
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(400);
  });
});
