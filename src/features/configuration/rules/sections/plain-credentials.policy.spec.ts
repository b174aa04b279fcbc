import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../../test/support/processor-time.js';
import {
  holdsCredential,
  looksLikeCredential,
  revealsCredential,
  urlFindings,
} from './plain-credentials.policy.js';

// workspace 1.14
describe('what looks like a credential', () => {
  it.each([
    'token',
    'access_token',
    'accessToken',
    'X-Auth',
    'X-Auth-Token',
    'X-Api-Key',
    'X-ApiKey',
    'api_key_2',
    'apikey',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'password',
    'smtp_password',
    'client_secret',
    'clientSecret',
    'private_key',
    'credentials',
    'sig',
    'key',
  ])('is anything under the name %s', (name) => {
    expect(looksLikeCredential(name, 'x')).toBe(true);
    expect(looksLikeCredential(name, 7)).toBe(true);
  });

  it.each([
    'max_tokens',
    'keyboard',
    'sort_key',
    'secretary_name',
    'author',
    'passenger',
    'day',
    'X-Tenant',
    'Accept',
    'signature_text',
  ])('is not any text under the name %s', (name) => {
    expect(looksLikeCredential(name, 'plain words')).toBe(false);
  });

  it.each([
    'Bearer abc',
    'bearer eyx',
    'Authorization: Bearer abc',
    `Basic ${Buffer.from('anna:hunter2').toString('base64')}`,
    'sk_live_51Habc',
    'rk_test_51Habc',
    `ghp_${'a'.repeat(36)}`,
    `AKIA${'A'.repeat(16)}`,
    `ASIA${'A'.repeat(16)}`,
    'SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihY',
    `npm_${'a'.repeat(36)}`,
    `hvs.CAESI${'a'.repeat(20)}`,
    `dop_v1_${'a'.repeat(64)}`,
    `shpat_${'a'.repeat(32)}`,
    `whsec_${'a'.repeat(32)}`,
    'xapp-1-A0123456789-123',
    `ya29.a0Af${'a'.repeat(20)}`,
    'svc_prod_abcdefgh_x',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    '-----BEGIN RSA PRIVATE KEY-----',
    'postgres://anna:hunter2@db.example.com/records',
  ])('is %s under any name', (value) => {
    expect(looksLikeCredential('note', value)).toBe(true);
  });

  it.each([
    'the bearer of good news',
    'Basic plan',
    'basic subscription',
    'https://example.com/a:b',
    'task-list',
    'SG.Singapore office',
    'npm_install the package',
  ])('is not the text %j', (value) => {
    expect(looksLikeCredential('note', value)).toBe(false);
  });

  it('is neither yes nor no', () => {
    expect(looksLikeCredential('token', true)).toBe(false);
  });

  // Fails if a pattern tries a long text from each of its characters.
  it.each(['a'.repeat(100_000), '-eyJ'.repeat(25_000), 'a://'.repeat(25_000), 'token1'.repeat(16_000)])(
    'is judged in linear time in a long text',
    async (text) => {
      const look = () => expect(looksLikeCredential('note', `${text} `)).toBe(false);
      expect(await processorMs(look)).toBeLessThan(2_000);
    },
  );
});

// workspace 1.14
describe('an address that the platform is to call', () => {
  it.each([
    ['https://example.com/v1?day=1', undefined],
    ['https://user:hunter2@example.com/', 'url_with_credentials'],
    ['https://user@example.com/', 'url_with_credentials'],
    ['https://10.0.0.7/v1', 'url_not_public'],
    ['https://', 'url_invalid'],
    ['https://example.com/?api_key=abc', 'secret_in_plain_text'],
    ['https://example.com/?day=1&Api-Key=x', 'secret_in_plain_text'],
    ['https://example.com/?token=abc', 'secret_in_plain_text'],
    ['https://example.com/?to%6ben=abc', 'secret_in_plain_text'],
    ['https://example.com/?q=sk_live_51Habc', 'secret_in_plain_text'],
    ['https://example.com/sk_live_51Habc', 'secret_in_plain_text'],
    ['https://example.com/#access_token=abc', 'secret_in_plain_text'],
  ])('%s: %s', (url, code) => {
    expect(urlFindings(url, 'calendar.url', 'calendar.credential').map((finding) => finding.code)).toEqual(
      code === undefined ? [] : [code],
    );
  });

  it('is blocked at its path, and says where the credential belongs', () => {
    expect(urlFindings('https://example.com/?token=abc', 'calendar.url', 'calendar.credential')).toEqual([
      {
        severity: 'error',
        code: 'secret_in_plain_text',
        path: 'calendar.url',
        message: 'Every reader of the configuration can see it. Move it to calendar.credential.',
      },
    ]);
  });
});

// workspace 11.10
describe('a text for people or models', () => {
  it.each([
    'Pay with sk_live_51HabcDEF when the caller agrees.',
    'First line.\n  Bearer abc  \nLast line.',
    'Send "Authorization: Bearer a1b2c3d4e5f6g7h8" with it.',
    'It is ghp_abcdefghijklmnop1234, keep it.',
    'postgres is at postgres://app:hunter2@db.example.com/app',
  ])('holds a credential: %j', (text) => {
    expect(holdsCredential(text)).toBe(true);
  });

  it.each([
    'The password is Guest2024wifi.',
    'API key: "abcd1234efgh"',
    'client-secret=abc123def456',
    'Passphrase is `blue42horse`',
  ])('finds one in words: %j', (text) => {
    expect([holdsCredential(text), revealsCredential(text)]).toEqual([false, true]);
  });

  it.each([
    'Never ask for a password.',
    'The password is required by the bank.',
    'Their password: ask for it twice, then give up.',
    'The bearer of good news is at the door.',
    'A basic plan is 30 dollars; the token of our thanks is a voucher.',
    'Call +61255501200 for a secret recipe.',
    'The passwordless sign-in is 2factor.',
  ])('does neither: %j', (text) => {
    expect([holdsCredential(text), revealsCredential(text)]).toEqual([false, false]);
  });
});
