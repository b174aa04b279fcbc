import { describe, expect, it } from 'vitest';
import { UsageError } from '../process.js';
import { readCommand } from './options.js';

const AROUND = { storeIds: ['store-a', 'store-b'], now: new Date('2026-11-21T12:00:00.000Z') };
const read = (...args: string[]) => readCommand(args, AROUND);

/** What is complained about, without the usage. */
function problemsOf(...args: string[]): string[] {
  try {
    read(...args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [complaint = ''] = error.message.split('\nUsage: ');
    return complaint
      .trim()
      .split('\n')
      .map((line) => line.trim());
  }
  return [];
}

const BOOTSTRAP = {
  organisation: 'harbour-voice',
  'organisation-name': 'Harbour Voice Partners',
  client: 'acme',
  'business-name': 'Acme Pty Ltd',
  timezone: 'Australia/Sydney',
  store: 'store-a',
  subject: 'auth0|4711',
  'user-name': 'Zoe',
};
const bootstrap = (changes: Record<string, string | undefined> = {}): string[] => [
  'bootstrap',
  ...Object.entries({ ...BOOTSTRAP, ...changes }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, value],
  ),
];

describe('a command line that says two things', () => {
  const make = ['create-key', '--scope', 'partner_user'];

  it.each([
    [
      'an option twice',
      [...make, '--description', 'x', '--client', 'one', '--client', 'two'],
      ['--client stands there twice'],
    ],
    [
      'an option in the place of a value',
      [...make, '--client', 'one', '--description', '--env=staging'],
      ['--description has no value'],
    ],
    [
      'two of these',
      [...make, '--client', 'one', '--description', '--env', '--env', 'prod'],
      ['--description has no value'],
    ],
    [
      'a name that all objects have',
      [...make, '--client', 'one', '--description', 'x', '--__proto__=x'],
      ['--__proto__ is not known'],
    ],
  ])('is refused: %s', (_, args, problems) => {
    expect(problemsOf(...args)).toEqual(expect.arrayContaining(problems));
  });

  it('may begin a value with a hyphen after an equals sign', () => {
    expect(read(...make, '--client', 'one', '--description=-x-')).toMatchObject({
      key: { description: '-x-' },
    });
  });
});

describe('the command line of an operator', () => {
  it('reads a bootstrap, in prod and with a partner_admin key unless it says otherwise', () => {
    expect(read(...bootstrap())).toEqual({
      name: 'bootstrap',
      tenant: { clientId: 'acme', dataEnv: 'prod' },
      key: { scope: 'partner_admin', description: 'First key' },
      wanted: {
        organisationId: 'harbour-voice',
        organisationName: 'Harbour Voice Partners',
        subject: 'auth0|4711',
        userName: 'Zoe',
        businessName: 'Acme Pty Ltd',
        timezone: 'Australia/Sydney',
        storeId: 'store-a',
      },
    });
    expect(
      read(...bootstrap({ env: 'staging', scope: 'runtime-ingest', description: 'Voice runtime' })),
    ).toMatchObject({
      tenant: { clientId: 'acme', dataEnv: 'staging' },
      key: { scope: 'runtime-ingest', description: 'Voice runtime' },
    });
  });

  it('reads the commands about keys', () => {
    const tenant = { clientId: 'acme', dataEnv: 'prod' };
    const create = ['create-key', '--client=acme', '--scope', 'runtime-ingest', '--description', 'Runtime'];
    const key = { scope: 'runtime-ingest', description: 'Runtime', expiresAt: null, organisationId: null };
    expect(read(...create)).toEqual({ name: 'create-key', tenant, key });
    expect(read(...create, '--expires', '2027-01-01T00:00:00Z')).toMatchObject({
      key: { expiresAt: new Date('2027-01-01T00:00:00Z') },
    });
    expect(read(...create, '--organisation', 'harbour-voice')).toMatchObject({
      key: { organisationId: 'harbour-voice' },
    });
    const maker = '01a1fc1b-628c-7fa9-95cc-33a6952135bb';
    expect(read('revoke-keys', '--client', 'acme', '--created-by', maker)).toEqual({
      name: 'revoke-keys',
      tenant,
      createdBy: maker,
    });
    const lifetime = (days: string) => read('key-lifetime', '--client', 'acme', '--days', days);
    expect(lifetime('1')).toEqual({ name: 'key-lifetime', tenant, days: 1 });
    expect(lifetime('1825')).toMatchObject({ days: 1825 });
    expect(lifetime('none')).toMatchObject({ days: null });
    expect(read('list-keys', '--client', 'acme')).toEqual({ name: 'list-keys', tenant });
    const keyId = '01a1fc18-07ee-741a-8538-e6c0e20e9fe1';
    expect(read('revoke-key', '--client', 'acme', '--key', keyId)).toEqual({
      name: 'revoke-key',
      tenant,
      keyId,
    });
  });

  it('names every wrong option at once, and shows the usage', () => {
    const args = bootstrap({
      organisation: undefined,
      client: 'acme corp',
      timezone: '+10:00',
      store: 'store-z',
      env: 'production',
      scope: 'root',
      'user-name': '  ',
      colour: 'red',
    });
    expect(problemsOf(...args, 'stray', '--description')).toEqual([
      'These options of bootstrap are wrong:',
      '--colour is not known',
      'red belongs to no option',
      'stray belongs to no option',
      '--client must be 1 to 64 letters, digits, dots, hyphens or underscores',
      '--env must be one of prod, staging, dev',
      '--organisation is missing',
      '--timezone must be an IANA time zone, such as Australia/Sydney',
      '--store must be one of store-a, store-b',
      '--user-name must be 1 to 200 characters on one line',
      expect.stringContaining('--scope must be one of partner_admin, partner_user') as string,
      '--description has no value',
    ]);
    expect(() => read(...args)).toThrow(/Usage: admin <command>/);
  });

  it.each([
    [[], 'Name a command.'],
    [['boot'], 'There is no command boot.'],
    [['constructor'], 'There is no command constructor.'],
    [['--client', 'acme'], 'There is no command --client.'],
  ])('%j is refused: %s', (args, problem) => {
    expect(problemsOf(...args)).toEqual([problem]);
  });

  it.each([
    [['revoke-key', '--client', 'acme', '--key', 'svc_prod_x'], '--key must be the key_id of a key'],
    [['list-keys', '--client', '--env', 'prod'], '--client has no value'],
    [['revoke-keys', '--client', 'acme'], '--created-by is missing'],
    ...['0', '1826', '-1', '1.5', 'never', '1e2'].map((days): [string[], string] => [
      ['key-lifetime', '--client', 'acme', `--days=${days}`],
      '--days must be a whole number of days from 1 to 1825, or none',
    ]),
    [
      [
        'create-key',
        '--client',
        'a',
        '--scope',
        'read-only',
        '--description',
        'x',
        '--expires',
        '2020-01-01',
      ],
      '--expires must be an ISO 8601 date-time',
    ],
    [
      [
        'create-key',
        '--client',
        'a',
        '--scope',
        'read-only',
        '--description',
        'x',
        '--expires',
        '2026-11-21T12:00:00Z',
      ],
      '--expires must lie in the future',
    ],
  ])('%j is refused: %s', (args, problem) => {
    expect(problemsOf(...args).join('\n')).toContain(problem);
  });
});
