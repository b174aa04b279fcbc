import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SERVER_ENVIRONMENT } from './environment.js';
import { unsafeSettings } from './production.policy.js';

const random = (): string => randomBytes(32).toString('base64');
const SOUND = {
  NODE_ENV: 'production',
  METADATA_DATABASE_URL: 'postgres://api:Vd3kq@db.internal:5432/telephony',
  TENANT_STORES: '{"store-a":"postgres://api:Vd3kq@store.internal:5432/calls"}',
  API_KEY_PEPPER: random(),
  CURSOR_SECRET: random(),
  AUTH_ISSUER: 'https://id.example.com',
  AUTH_JWKS_URL: 'https://id.example.com/jwks',
};
const same = random();

describe('unsafeSettings', () => {
  it('has nothing against settings of one own', () => {
    expect(unsafeSettings(SOUND)).toEqual([]);
  });

  // operations 5.3
  it.each([
    [
      'the pepper of the example',
      { API_KEY_PEPPER: SERVER_ENVIRONMENT.API_KEY_PEPPER.example! },
      /API_KEY_PEPPER/,
    ],
    [
      'the cursor secret of the example',
      { CURSOR_SECRET: SERVER_ENVIRONMENT.CURSOR_SECRET.example! },
      /CURSOR_SECRET/,
    ],
    ['zeros for a pepper', { API_KEY_PEPPER: Buffer.alloc(32).toString('base64') }, /not random/],
    ['one letter for a secret', { CURSOR_SECRET: Buffer.alloc(64, 'x').toString('base64') }, /not random/],
    ['one secret for both', { API_KEY_PEPPER: same, CURSOR_SECRET: same }, /must differ/],
    [
      'the password of the example',
      { METADATA_DATABASE_URL: 'postgres://telephony_main:change-me@metadata-db:5432/telephony' },
      /METADATA_DATABASE_URL/,
    ],
    [
      'the password of the compose example',
      { TENANT_STORES: '{"store-a":"postgres://telephony_store:change-me-api@store-a-db:5432/calls"}' },
      /TENANT_STORES/,
    ],
    [
      'signing keys over http',
      { AUTH_JWKS_URL: 'http://id.example.com/jwks' },
      /AUTH_JWKS_URL must be an https/,
    ],
    [
      'this machine as an address of others',
      { OUTBOUND_LOOPBACK: 'open' },
      /OUTBOUND_LOOPBACK must be closed/,
    ],
    ['an issuer on this machine', { AUTH_ISSUER: 'http://127.0.0.1:4000' }, /AUTH_ISSUER must be an https/],
  ])('refuses %s in production', (_, changes, problem) => {
    const problems = unsafeSettings({ ...SOUND, ...changes });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it('takes placeholders elsewhere, and http from this machine alone', () => {
    const { example } = SERVER_ENVIRONMENT.API_KEY_PEPPER;
    const elsewhere = {
      ...SOUND,
      NODE_ENV: 'development',
      API_KEY_PEPPER: example,
      OUTBOUND_LOOPBACK: 'open',
    };
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(unsafeSettings({ ...elsewhere, AUTH_JWKS_URL: `http://${host}:4000/jwks` })).toEqual([]);
    }
    expect(unsafeSettings({ ...elsewhere, AUTH_JWKS_URL: 'http://id.example.com/jwks' })).toHaveLength(1);
    expect(unsafeSettings({ ...elsewhere, AUTH_JWKS_URL: 'http://127.0.0.1.example.com/jwks' })).toHaveLength(
      1,
    );
  });

  it('never repeats a value', () => {
    const secret = Buffer.alloc(32, 'p').toString('base64');
    expect(unsafeSettings({ ...SOUND, API_KEY_PEPPER: secret }).join()).not.toContain(secret);
  });
});
