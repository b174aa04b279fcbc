import { describe, expect, it } from 'vitest';
import { looksSecret } from './secret-like.policy.js';

// campaigns 7.3
describe('a text that looks like a secret', () => {
  it.each([
    'password',
    'Password: hunter2',
    'my passwd',
    'db_password_2026',
    'passphrase',
    'pwd=1',
    'client secret',
    'SECRET_7',
    'token abc',
    'x-auth-token',
    'Bearer abcdef',
    'api key',
    'API_KEY',
    'api-key=12',
    'apikey',
    'access key',
    'private_key',
    'key=abc',
    'key : abc',
    'credentials.json',
    'AKIAIOSFODNN7EXAMPLE',
    'ghp_abcdefghijklmnopqrstuvwx',
    'sk_live_abc',
    'xoxb-1-2',
    'svc_prod_ab12cd34_x',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.x',
    'https://user:pass@host/file',
    '/home/wash/.ssh/id_rsa',
    '~/.aws/config',
    'C:\\keys\\wash.pem',
    'certs/wash.p12',
    '.env',
    '/etc/shadow',
    '/run/secrets/wash',
    '-----BEGIN PRIVATE KEY-----',
    '--BEGIN CERTIFICATE--',
    'pass\u200Bword',
    'ｐａｓｓｗｏｒｄ',
  ])('is seen in %j', (text) => {
    expect(looksSecret(text)).toBe(true);
  });

  it.each([
    'AU',
    'DNCR',
    'web_upload',
    'SFTP',
    'Keystone Wash Pty Ltd',
    'Tokenisation Services',
    'Secretary of the board',
    'ACMA-2026-11-20-0001',
    '0190f6e2-7c1a-7b5e-9d0e-1c2b3a4d5e6f',
    '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92',
    'wash_2026-11-20.csv',
    'receipts/2026/11/wash 20.zip',
    'Telemarketing industry standard 2017, ruleset 4',
    'quick check; 300 credits',
  ])('is not seen in %j', (text) => {
    expect(looksSecret(text)).toBe(false);
  });
});
