import { expect, it } from 'vitest';
import { loadSandboxSettings } from './settings.ts';

const GIVEN = { SANDBOX_API_URL: 'http://127.0.0.1:3000/', SANDBOX_API_KEY: 'svc_staging_abcdefgh_secret' };

it('has settings of its own, with defaults', () => {
  expect(loadSandboxSettings(GIVEN)).toEqual({
    apiUrl: 'http://127.0.0.1:3000',
    apiKeys: ['svc_staging_abcdefgh_secret'],
    callMs: 1500,
    parallel: 10,
  });
  const dev = {
    ...GIVEN,
    SANDBOX_API_KEY: 'svc_dev_abcdefgh_secret',
    SANDBOX_CALL_MS: '0',
    SANDBOX_PARALLEL: '100',
  };
  expect(loadSandboxSettings(dev)).toMatchObject({ callMs: 0, parallel: 100 });
});

it('serves several clients, each with its key', () => {
  const keys = 'svc_staging_abcdefgh_secret svc_dev_abcdefgh_secret\n';
  expect(loadSandboxSettings({ ...GIVEN, SANDBOX_API_KEY: keys }).apiKeys).toHaveLength(2);
});

const INVENTED = { SANDBOX_API_KEY: 'svc_prod_abcdefgh_secret', SANDBOX_PRODUCTION_DATA: 'invented' };

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'serves invented production data at %s',
  (url) => {
    expect(loadSandboxSettings({ ...INVENTED, SANDBOX_API_URL: url }).apiKeys).toEqual([
      INVENTED.SANDBOX_API_KEY,
    ]);
  },
);

it.each([
  [
    'a key of production data elsewhere',
    { ...INVENTED, SANDBOX_API_URL: 'https://api.example.com' },
    'this machine',
  ],
  [
    'a key of production data among others',
    { SANDBOX_API_KEY: `${GIVEN.SANDBOX_API_KEY} svc_prod_abcdefgh_secret` },
    'production data',
  ],
  ['another word', { ...INVENTED, SANDBOX_PRODUCTION_DATA: 'true' }, 'production data'],
  ['a key of production data', { SANDBOX_API_KEY: 'svc_prod_abcdefgh_secret' }, 'production data'],
  ['no key', { SANDBOX_API_KEY: '' }, 'SANDBOX_API_KEY'],
  ['something else as key', { SANDBOX_API_KEY: 'secret' }, 'SANDBOX_API_KEY'],
  ['no address', { SANDBOX_API_URL: '' }, 'SANDBOX_API_URL'],
  ['another protocol', { SANDBOX_API_URL: 'ftp://127.0.0.1' }, 'SANDBOX_API_URL'],
  ['a negative time', { SANDBOX_CALL_MS: '-1' }, 'SANDBOX_CALL_MS'],
  ['no calls at all', { SANDBOX_PARALLEL: '0' }, 'SANDBOX_PARALLEL'],
])('refuses %s', (_, fields, named) => {
  expect(() => loadSandboxSettings({ ...GIVEN, ...fields })).toThrow(named);
});
