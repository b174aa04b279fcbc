import { parseArgs } from 'node:util';
import { DATA_ENVS, SCOPES } from '../core/auth/auth-context.js';
import type { DataEnv, Scope, Tenant } from '../core/auth/auth-context.js';
import { isIanaTimezone, timezoneMessage } from '../core/time/timezone.policy.js';
import type { BootstrapRequest } from '../features/partner/bootstrap/bootstrap.policy.js';
import { MAX_LIFETIME_DAYS, readExpiry } from '../features/partner/api-keys/key-terms.policy.js';
import type { PiiPolicy } from '../features/privacy/pii-policy/pii-policy.policy.js';
import { UsageError } from '../process.js';
import { permitsProblem, readPermits } from './permits.js';

export const USAGE = `Usage: admin <command> [options]

bootstrap    adds what a partner needs to begin with, as far as it is missing, and makes a first API key
  --organisation ID         the partner organisation
  --organisation-name NAME
  --client ID               a client that it owns
  --business-name NAME
  --timezone ZONE           the client's IANA time zone, Australia/Sydney
  --store ID                where the client's calls are kept, one of TENANT_STORES
  --subject SUB             who administers it: the "sub" of that person's access tokens
  --user-name NAME
  --env ENV                 data environment: ${DATA_ENVS.join(', ')}; default prod
  --scope SCOPE             of the key; default partner_admin
  --description TEXT        of the key; default First key

create-key   makes an API key
  --client ID  --scope SCOPE  --description TEXT  [--env ENV]  [--expires INSTANT]
  --organisation ID         whose key it is, where several own the client; for the scopes of partners
list-keys    lists the API keys of a client
  --client ID  [--env ENV]
revoke-key   ends an API key for good
  --client ID  --key KEY_ID  [--env ENV]
revoke-keys  ends all keys that one person, or one process, has made
  --client ID  --created-by ID  [--env ENV]
key-lifetime sets how many days new keys of a client may live; keys that are there keep their end
  --client ID  --days DAYS  [--env ENV]     1 to ${MAX_LIFETIME_DAYS}, or none for no limit

pii-policy   shows what a client permits its roles to see of callers, as the options that set it
  --client ID  [--env ENV]
set-pii-policy  replaces it; it counts from the next request on
  --client ID  --permit LIST  [--summaries strict|safe]  [--env ENV]
    LIST                    client_admin:raw_caller,client_manager:summary or none
    strict                  no summary is shown without permission (default)
    safe                    without permission those are shown that hold no personal data

Scopes: ${SCOPES.join(', ')}.
A new key is printed once, alone on standard output; everything else goes to standard error.
Exit status: 0 done, 1 refused or failed, 2 wrong options.
`;

/** What an operator asks for. */
export type AdminCommand =
  | {
      readonly name: 'bootstrap';
      readonly tenant: Tenant;
      readonly wanted: BootstrapRequest;
      readonly key: { readonly scope: Scope; readonly description: string };
    }
  | {
      readonly name: 'create-key';
      readonly tenant: Tenant;
      readonly key: {
        readonly scope: Scope;
        readonly description: string;
        readonly expiresAt: Date | null;
        readonly organisationId: string | null;
      };
    }
  | { readonly name: 'list-keys'; readonly tenant: Tenant }
  | { readonly name: 'revoke-key'; readonly tenant: Tenant; readonly keyId: string }
  | { readonly name: 'revoke-keys'; readonly tenant: Tenant; readonly createdBy: string }
  | { readonly name: 'key-lifetime'; readonly tenant: Tenant; readonly days: number | null }
  | { readonly name: 'pii-policy'; readonly tenant: Tenant }
  | { readonly name: 'set-pii-policy'; readonly tenant: Tenant; readonly policy: PiiPolicy };

/** What decides about options besides themselves. */
interface Surroundings {
  readonly storeIds: readonly string[];
  readonly now: Date;
}

/** What is wrong with a value; null: nothing. */
type Check = (value: string, around: Surroundings) => string | null;

interface Option {
  readonly check: Check;
  /** Stands in where the option is left out; null: nothing does, and it need not be there. Absent: it must be there. */
  readonly fallback?: string | null;
}

const matching =
  (pattern: RegExp, problem: string): Check =>
  (value) =>
    pattern.test(value) ? null : problem;
const oneOf = (values: readonly string[]): Check =>
  matching(new RegExp(`^(?:${values.join('|')})$`), `must be one of ${values.join(', ')}`);

// Ids stand in addresses, logs and ids of projects.
const id = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'must be 1 to 64 letters, digits, dots, hyphens or underscores',
);
const name = matching(/^(?=.*\S)[^\p{Cc}\p{Cs}]{1,200}$/u, 'must be 1 to 200 characters on one line');

const TENANT: Record<string, Option> = {
  client: { check: id },
  env: { check: oneOf(DATA_ENVS), fallback: 'prod' },
};

const OPTIONS: Record<AdminCommand['name'], Record<string, Option>> = {
  bootstrap: {
    ...TENANT,
    organisation: { check: id },
    'organisation-name': { check: name },
    'business-name': { check: name },
    timezone: { check: (value) => (isIanaTimezone(value) ? null : timezoneMessage(value)) },
    store: { check: (value, around) => oneOf(around.storeIds)(value, around) },
    subject: { check: name },
    'user-name': { check: name },
    scope: { check: oneOf(SCOPES), fallback: 'partner_admin' },
    description: { check: name, fallback: 'First key' },
  },
  'create-key': {
    ...TENANT,
    scope: { check: oneOf(SCOPES) },
    description: { check: name },
    expires: { check: expiryProblem, fallback: null },
    organisation: { check: id, fallback: null },
  },
  'list-keys': TENANT,
  'revoke-key': {
    ...TENANT,
    key: { check: matching(/^[0-9a-f-]{36}$/, 'must be the key_id of a key, as list-keys shows it') },
  },
  'revoke-keys': {
    ...TENANT,
    'created-by': { check: matching(/^\P{Cc}{1,128}$/u, 'must be who made the keys, as list-keys shows it') },
  },
  'key-lifetime': { ...TENANT, days: { check: daysProblem } },
  'pii-policy': TENANT,
  'set-pii-policy': {
    ...TENANT,
    permit: { check: permitsProblem },
    summaries: { check: oneOf(['strict', 'safe']), fallback: 'strict' },
  },
};

function daysProblem(value: string): string | null {
  if (value === 'none') return null;
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= MAX_LIFETIME_DAYS) return null;
  return `must be a whole number of days from 1 to ${MAX_LIFETIME_DAYS}, or none`;
}

function expiryProblem(value: string, { now }: Surroundings): string | null {
  const read = readExpiry(value, now);
  return 'problem' in read ? read.problem : null;
}

/**
 * Reads a command line.
 * @throws UsageError naming everything that is wrong with it at once
 */
export function readCommand(args: readonly string[], around: Surroundings): AdminCommand {
  const [command = '', ...rest] = args;
  if (!isCommand(command)) {
    const problem = command === '' ? 'Name a command.' : `There is no command ${command}.`;
    throw new UsageError(`${problem}\n\n${USAGE}`);
  }
  const { values, problems } = readValues(OPTIONS[command], rest, around);
  if (problems.length > 0) {
    throw new UsageError(
      [`These options of ${command} are wrong:`, ...problems.map((it) => `  ${it}`), '', USAGE].join('\n'),
    );
  }
  return commandOf(command, values, around);
}

const isCommand = (text: string): text is AdminCommand['name'] => Object.hasOwn(OPTIONS, text);

type Values = Readonly<Record<string, string>>;

function readValues(
  options: Record<string, Option>,
  args: readonly string[],
  around: Surroundings,
): { values: Values; problems: string[] } {
  const names = Object.keys(options);
  const given = new Map<string, string | undefined>();
  const problems: string[] = [];
  // Lenient, and read piece by piece, so that all mistakes can be told together.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((it) => [it, { type: 'string' as const }])),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${token.value} belongs to no option`);
    if (token.kind !== 'option') continue;
    if (!names.includes(token.name)) problems.push(`${token.rawName} is not known`);
    else if (given.has(token.name)) problems.push(`${token.rawName} stands there twice`);
    // What follows an option that was left without its value is the next option: `--description --env`.
    given.set(
      token.name,
      token.inlineValue === false && token.value.startsWith('-') ? undefined : token.value,
    );
  }
  const values: Record<string, string> = {};
  for (const [option, { check, fallback }] of Object.entries(options)) {
    const value = given.has(option) ? given.get(option) : fallback;
    if (value === undefined)
      problems.push(`--${option} ${given.has(option) ? 'has no value' : 'is missing'}`);
    else if (value !== null) {
      const problem = check(value, around);
      if (problem === null) values[option] = value;
      else problems.push(`--${option} ${problem}`);
    }
  }
  return { values, problems };
}

/** The checks have seen to it that what is read here is there and is what it is taken for. */
function commandOf(command: AdminCommand['name'], values: Values, { now }: Surroundings): AdminCommand {
  const of = (option: string): string => values[option] ?? '';
  const tenant = { clientId: of('client'), dataEnv: of('env') as DataEnv };
  const key = { scope: of('scope') as Scope, description: of('description') };
  switch (command) {
    case 'bootstrap':
      return {
        name: command,
        tenant,
        key,
        wanted: {
          organisationId: of('organisation'),
          organisationName: of('organisation-name'),
          subject: of('subject'),
          userName: of('user-name'),
          businessName: of('business-name'),
          timezone: of('timezone'),
          storeId: of('store'),
        },
      };
    case 'create-key': {
      const expiry = readExpiry(values['expires'], now);
      return {
        name: command,
        tenant,
        key: {
          ...key,
          expiresAt: 'expiresAt' in expiry ? expiry.expiresAt : null,
          organisationId: values['organisation'] ?? null,
        },
      };
    }
    case 'list-keys':
      return { name: command, tenant };
    case 'revoke-key':
      return { name: command, tenant, keyId: of('key') };
    case 'revoke-keys':
      return { name: command, tenant, createdBy: of('created-by') };
    case 'key-lifetime':
      return { name: command, tenant, days: of('days') === 'none' ? null : Number(of('days')) };
    case 'pii-policy':
      return { name: command, tenant };
    case 'set-pii-policy': {
      const permissions = readPermits(of('permit'));
      return {
        name: command,
        tenant,
        policy: { permissions, strictSummaries: of('summaries') === 'strict' },
      };
    }
  }
}
