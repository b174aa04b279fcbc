import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MIGRATION_ENVIRONMENT, SERVER_ENVIRONMENT } from './environment.js';
import { SettingsError } from './environment-tables.js';
import { loadMigrationSettings, loadSettings, settingsOf } from './settings.js';
import { whole } from './validators.js';

type Environment = Record<string, string | undefined>;

/** The last tests cover settings of features. */
const NONE = {};

const COMPLETE: Environment = {
  METADATA_DATABASE_URL: 'postgres://api:hunter2@db.internal:5432/telephony',
  TENANT_STORES: '{"store-a":"postgres://api:hunter2@store.internal:5432/calls"}',
  API_KEY_PEPPER: Buffer.alloc(32, 'p').toString('base64'),
  CURSOR_SECRET: Buffer.alloc(32, 'c').toString('base64'),
  MASTER_KEY_FILE: '/run/secrets/master-key',
};

const BEARER: Environment = {
  AUTH_ISSUER: 'https://id.example.com',
  AUTH_AUDIENCE: 'https://api.example.com',
  AUTH_JWKS_URL: 'https://id.example.com/jwks',
};

function refusalOf(load: () => unknown): SettingsError {
  try {
    load();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('The settings were accepted.');
}

const problemsOf = (changes: Environment) =>
  refusalOf(() => loadSettings(NONE, { ...COMPLETE, ...changes })).problems;

describe('loadSettings', () => {
  it('needs nothing but databases, secrets and the master key', () => {
    const settings = loadSettings(NONE, COMPLETE);
    expect(settings.http).toEqual({
      port: 3000,
      internalPort: 0,
      host: '0.0.0.0',
      trustedProxies: 0,
      shutdownDelayMs: 0,
      drainMs: 20_000,
      maxConnections: 1000,
    });
    expect(settings.bodies).toEqual({ memoryBytes: 192 * 1024 * 1024, stallMs: 5000 });
    expect(settings.admin).toEqual({ port: 0, host: '127.0.0.1' });
    expect(settings.keyProvider).toEqual({
      kind: 'local',
      masterKeyFile: '/run/secrets/master-key',
      mustBeRandom: false,
    });
    expect([...settings.tenantStores.urls.keys()]).toEqual(['store-a']);
  });

  it('names every missing setting at once', () => {
    const { problems, message } = refusalOf(() => loadSettings(NONE, {}));
    expect([...problems].sort()).toEqual([
      'API_KEY_PEPPER is missing',
      'CURSOR_SECRET is missing',
      'MASTER_KEY_FILE is missing',
      'METADATA_DATABASE_URL is missing',
      'TENANT_STORES is missing',
    ]);
    for (const problem of problems) expect(message).toContain(problem);
  });

  // operations 5.1
  it('names missing and malformed settings together', () => {
    const problems = problemsOf({ CURSOR_SECRET: undefined, PORT: '70000', LOG_LEVEL: 'loud' });
    expect(problems.map((problem) => problem.split(' ', 3).join(' ')).sort()).toEqual([
      'CURSOR_SECRET is missing',
      'LOG_LEVEL is malformed:',
      'PORT is malformed:',
    ]);
  });

  it.each(['PORT', 'ADMIN_PORT', 'TRUSTED_PROXIES', 'DRAIN_SECONDS', 'METADATA_POOL_MAX', 'STORE_POOL_MAX'])(
    'takes only whole numbers within bounds for %s',
    (name) => {
      for (const value of ['-1', '1.5', 'many', '1e9']) {
        expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} is malformed: `)]);
      }
    },
  );

  it.each([
    'not json',
    '[]',
    '{}',
    'null',
    '{"store-a":7}',
    '{"Store A":"postgres://a@b/c"}',
    '{"store-a":"mysql://a@b/c"}',
  ])('refuses TENANT_STORES of %s', (value) => {
    expect(problemsOf({ TENANT_STORES: value })).toEqual([
      expect.stringMatching(/^TENANT_STORES is malformed: /),
    ]);
  });

  it('takes ports separated by commas', () => {
    const { outbound } = loadSettings(NONE, {
      ...COMPLETE,
      OUTBOUND_PORTS: '443, 9443',
      OUTBOUND_LOOPBACK: 'open',
    });
    expect(outbound).toEqual({ ports: [443, 9443], allowLoopback: true });
    expect(loadSettings(NONE, COMPLETE).outbound).toEqual({ ports: [443, 8443], allowLoopback: false });
    for (const value of ['0', '65536', '443,', '443;80', 'https', '443,-1']) {
      expect(problemsOf({ OUTBOUND_PORTS: value })).toEqual([
        expect.stringMatching('^OUTBOUND_PORTS is malformed: '),
      ]);
    }
  });

  it.each([
    'short',
    Buffer.alloc(31, 'x').toString('base64'),
    `${Buffer.alloc(40, 'x').toString('base64')}*`,
  ])('refuses a secret that is not 32 bytes of base64: %s', (value) => {
    expect(problemsOf({ API_KEY_PEPPER: value, CURSOR_SECRET: value })).toHaveLength(2);
  });

  // The message is shown on a terminal or in a log; half of the settings are secrets or contain a
  // password. operations 5.1
  it('never repeats a value', () => {
    const sentinel = 'S3ntinelS3ntinel';
    const names = [...Object.keys(SERVER_ENVIRONMENT), ...Object.keys(MIGRATION_ENVIRONMENT)];
    const malformed = Object.fromEntries(names.map((name) => [name, `mysql://u:${sentinel}@h/${sentinel}`]));
    for (const load of [loadSettings, loadMigrationSettings]) {
      expect(refusalOf(() => load(NONE, malformed)).message).not.toContain(sentinel);
    }
    for (const value of [`{"store-a":"${sentinel}"}`, `{"store-a":"mysql://a:${sentinel}@b/c"}`]) {
      expect(problemsOf({ TENANT_STORES: value }).join()).not.toContain(sentinel);
    }
  });

  it('takes an empty string for an absent setting', () => {
    expect(
      loadSettings(NONE, { ...COMPLETE, PORT: '', HOST: '', LOG_LEVEL: '', ADMIN_PORT: '' }).http.port,
    ).toBe(3000);
    expect(problemsOf({ API_KEY_PEPPER: '' })).toEqual(['API_KEY_PEPPER is missing']);
    expect(loadSettings(NONE, { ...COMPLETE, ...BEARER, AUTH_AUDIENCE: '' }).bearer).toBeNull();
  });

  // operations 5.5
  it('knows a bearer only by all three of its settings', () => {
    const { issuer, audience, jwksUrl } = loadSettings(NONE, { ...COMPLETE, ...BEARER }).bearer ?? {};
    expect({ AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl }).toEqual(BEARER);
    expect(loadSettings(NONE, COMPLETE).bearer).toBeNull();
    for (const name of Object.keys(BEARER)) {
      expect(loadSettings(NONE, { ...COMPLETE, ...BEARER, [name]: undefined }).bearer).toBeNull();
      expect(loadSettings(NONE, { ...COMPLETE, [name]: BEARER[name] }).bearer).toBeNull();
    }
  });

  it('asks for a random master key in production alone', () => {
    const secrets = { API_KEY_PEPPER: randomBytes(32), CURSOR_SECRET: randomBytes(32) };
    const own = Object.entries(secrets).map(([name, secret]) => [name, secret.toString('base64')]);
    const production = { ...COMPLETE, ...(Object.fromEntries(own) as Environment), NODE_ENV: 'production' };
    expect(loadSettings(NONE, production).keyProvider).toMatchObject({ mustBeRandom: true });
    expect(loadSettings(NONE, { ...production, NODE_ENV: 'test' }).keyProvider).toMatchObject({
      mustBeRandom: false,
    });
  });

  it('asks for what the chosen key provider needs, and for no more', () => {
    expect(problemsOf({ MASTER_KEY_FILE: undefined })).toEqual(['MASTER_KEY_FILE is missing']);
    const kms = { KEY_PROVIDER: 'aws-kms', MASTER_KEY_FILE: undefined };
    expect(problemsOf(kms)).toEqual(['AWS_KMS_KEY_ID is missing']);
    expect(loadSettings(NONE, { ...COMPLETE, ...kms, AWS_KMS_KEY_ID: 'alias/k' }).keyProvider).toEqual({
      kind: 'aws-kms',
      keyId: 'alias/k',
    });
  });
});

describe('loadMigrationSettings', () => {
  it('names every missing setting at once', () => {
    expect(refusalOf(() => loadMigrationSettings(NONE, {})).problems).toEqual([
      'METADATA_OWNER_URL is missing',
      'TENANT_STORE_OWNER_URLS is missing',
    ]);
  });

  it('needs nothing of what the service needs', () => {
    const { metadataOwnerUrl, tenantStoreOwnerUrls } = loadMigrationSettings(NONE, {
      METADATA_OWNER_URL: 'postgres://owner@db/telephony',
      TENANT_STORE_OWNER_URLS: '{"store-a":"postgres://owner@db/calls"}',
    });
    expect(metadataOwnerUrl).toBe('postgres://owner@db/telephony');
    expect([...tenantStoreOwnerUrls]).toEqual([['store-a', 'postgres://owner@db/calls']]);
  });
});

describe('settings of features', () => {
  const TABLE = { MOST_THINGS: whole(1, 9)({ default: 3 }) };

  it('are read with those of core, and have the types of their table', () => {
    const things = (environment: Environment): number =>
      settingsOf(loadSettings(TABLE, { ...COMPLETE, ...environment }), TABLE).MOST_THINGS;
    expect(things({})).toBe(3);
    expect(things({ MOST_THINGS: '7' })).toBe(7);
  });

  it('are named with what else is wrong', () => {
    const { problems } = refusalOf(() =>
      loadSettings(TABLE, { ...COMPLETE, MOST_THINGS: '10', CURSOR_SECRET: undefined }),
    );
    expect([...problems].sort()).toEqual([
      'CURSOR_SECRET is missing',
      'MOST_THINGS is malformed: must be a whole number from 1 to 9',
    ]);
  });

  it('are refused to who did not bring them', () => {
    expect(() => settingsOf(loadSettings(NONE, COMPLETE), TABLE)).toThrow(
      'No listed feature provides MOST_THINGS.',
    );
  });
});
