import { describe, expect, it } from 'vitest';
import { PORTAL_ROLES } from '../core/shared/roles.js';
import { UsageError } from '../process.js';
import { readCommand, usageOf } from './operations.js';

const AROUND = { storeIds: ['store-a', 'store-b'], now: new Date('2026-11-21T12:00:00.000Z') };
const read = (...args: string[]) => readCommand(args, AROUND).values;

/** The faults of a command line, without the usage. */
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
      ['--client appears twice'],
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
      description: '-x-',
    });
  });
});

describe('the command line of an operator', () => {
  // operations 4.1
  it('reads a bootstrap, in prod and with a partner_admin key unless it says otherwise', () => {
    const { store, ...options } = BOOTSTRAP;
    expect(read(...bootstrap())).toEqual({
      ...options,
      store,
      env: 'prod',
      scope: 'partner_admin',
      description: 'First key',
    });
    const changes = { env: 'staging', scope: 'runtime-ingest', description: 'Voice runtime' };
    expect(read(...bootstrap(changes))).toMatchObject(changes);
  });

  // operations 4.1
  it('reads the commands about keys', () => {
    const tenant = { client: 'acme', env: 'prod' };
    const create = ['create-key', '--client=acme', '--scope', 'runtime-ingest', '--description', 'Runtime'];
    const key = { scope: 'runtime-ingest', description: 'Runtime', expires: null, organisation: null };
    expect(read(...create)).toEqual({ ...tenant, ...key });
    expect(read(...create, '--expires', '2027-01-01T00:00:00Z', '--organisation', 'harbour-voice')).toEqual({
      ...tenant,
      ...key,
      expires: '2027-01-01T00:00:00Z',
      organisation: 'harbour-voice',
    });
    const keyId = '01a1fc18-07ee-741a-8538-e6c0e20e9fe1';
    expect(read('revoke-keys', '--client', 'acme', '--created-by', keyId)).toEqual({
      ...tenant,
      'created-by': keyId,
    });
    expect(read('revoke-key', '--client', 'acme', '--key', keyId)).toEqual({ ...tenant, key: keyId });
    expect(read('list-keys', '--client', 'acme')).toEqual(tenant);
    for (const days of ['1', '1825', 'none'])
      expect(read('key-lifetime', '--client', 'acme', '--days', days)).toEqual({ ...tenant, days });
  });

  // operations 4.1, 4.11, 4.12, 4.14
  it('reads the commands about people and clients', () => {
    const tenant = { client: 'acme', env: 'prod' };
    const person = ['--client', 'acme', '--subject', 'auth0|4711'];
    expect(read('add-person', ...person, '--user-name', 'Zoe', '--role', 'client_staff')).toEqual({
      ...tenant,
      subject: 'auth0|4711',
      'user-name': 'Zoe',
      role: 'client_staff',
      organisation: null,
    });
    expect(problemsOf('add-person', ...person, '--user-name', 'Zoe', '--role', 'read-only')).toContain(
      `--role must be one of ${PORTAL_ROLES.join(', ')}`,
    );
    expect(read('end-person', ...person)).toEqual({
      ...tenant,
      subject: 'auth0|4711',
      'keep-keys-with': null,
    });
    expect(read('mfa-reset', ...person)).toEqual({ ...tenant, subject: 'auth0|4711' });
    expect(read('sso-off', '--client', 'acme')).toEqual(tenant);
    expect(read('tenants')).toEqual({ by: 'work', metrics: null });
    expect(problemsOf('tenants', '--by', 'name', '--metrics', 'https://a')).toEqual([
      'These options of tenants are invalid:',
      '--by must be one of work, calls, bytes, requests',
      '--metrics must be http:// addresses, separated by commas',
    ]);
    for (const command of ['suspend-tenant', 'resume-tenant'])
      expect(read(command, '--client', 'acme', '--env', 'staging')).toEqual({ ...tenant, env: 'staging' });
  });

  it('reads the commands about stores, whose flags take no value', () => {
    expect(read('retention')).toEqual({ 'dry-run': false, 'keep-months': null });
    expect(read('retention', '--dry-run', '--keep-months', '3')).toEqual({
      'dry-run': true,
      'keep-months': '3',
    });
    expect(read('rollup', '--rebuild', '--client', 'acme')).toEqual({
      backfill: false,
      rebuild: true,
      client: 'acme',
      env: null,
    });
    expect(problemsOf('retention', '--dry-run=no', '--keep-months', '0')).toEqual([
      'These options of retention are invalid:',
      '--dry-run takes no value',
      '--keep-months must be a whole number from 1',
    ]);
    expect(problemsOf('rollup', '--env', 'production', 'acme')).toContain('acme belongs to no option');
  });

  // operations 4.2
  it('names every wrong option at once, and shows the usage of that command alone', () => {
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
      'These options of bootstrap are invalid:',
      '--colour is not known',
      'red belongs to no option',
      'stray belongs to no option',
      '--client must be 1 to 64 letters, digits, dots, hyphens or underscores',
      '--env must be one of prod, staging, dev',
      '--organisation is missing',
      '--timezone must be an IANA time zone, such as Australia/Sydney',
      '--store must be one of store-a, store-b',
      '--user-name must be 1 to 200 characters on one line, not only spaces, without invisible characters',
      expect.stringContaining('--scope must be one of partner_admin, partner_user') as string,
      '--description has no value',
    ]);
    expect(() => read(...args)).toThrow(/Usage: operate bootstrap/);
    expect(() => read(...args)).not.toThrow(/create-key/);
  });

  it('shows one command, or all where none of its own is named', () => {
    expect(usageOf('set-capacity')).toMatch(/^Usage: operate set-capacity[^]*--limit CALLS/);
    expect(usageOf('set-capacity')).not.toContain('create-key');
    for (const name of ['', '--help', 'toString'])
      expect(usageOf(name)).toMatch(/^Usage: operate <command>[^]*create-key[^]*set-capacity/);
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
      '--expires must be in the future',
    ],
  ])('%j is refused: %s', (args, problem) => {
    expect(problemsOf(...args).join('\n')).toContain(problem);
  });
});

describe('a legal hold', () => {
  const set = ['set-legal-hold', '--client', 'acme'];

  // operations 4.2
  it('is for a call or for a number with its country code', () => {
    expect(read(...set, '--call', 'call-1')).toMatchObject({ call: 'call-1', caller: null });
    expect(read(...set, '--caller', '+61 491 570 156')).toMatchObject({ call: null });
    expect(problemsOf(...set, '--caller', '0491 570 156')).toEqual(
      expect.arrayContaining([expect.stringContaining('--caller must be a telephone number')]),
    );
    expect(problemsOf(...set, '--call', 'a call')).toEqual(
      expect.arrayContaining([expect.stringContaining('--call must be')]),
    );
  });

  it.each([[[]], [['--call', 'call-1', '--caller', '+61491570156']]])(
    'names one of the two: %j',
    async (args) => {
      const { run } = readCommand([...set, ...args], AROUND);
      await expect(Promise.resolve(null as never).then(run)).rejects.toThrow(UsageError);
    },
  );
});
