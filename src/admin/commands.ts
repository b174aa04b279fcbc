import type { INestApplicationContext } from '@nestjs/common';
import { systemContext } from '../core/auth/auth-context.js';
import type { AuthContext } from '../core/auth/auth-context.js';
import { CATALOGUE } from '../core/errors/catalogue.js';
import { PlatformError } from '../core/errors/platform-error.js';
import { TenantRoutes } from '../core/tenancy/tenant-routes.service.js';
import type { ApiKeyRecord } from '../features/partner/api-keys/api-keys.response.js';
import { ApiKeysService } from '../features/partner/api-keys/api-keys.service.js';
import { OperatorKeys } from '../features/partner/api-keys/operator-keys.service.js';
import { PartnerBootstrap } from '../features/partner/bootstrap/bootstrap.service.js';
import { PiiPolicyService } from '../features/privacy/pii-policy/pii-policy.service.js';
import type { AdminCommand } from './options.js';
import { permitsText } from './permits.js';

/** Where a command speaks. */
interface Output {
  /** What was asked for, fit to be read by a program. */
  readonly result: (line: string) => void;
  /** What was done, for the operator. */
  readonly say: (line: string) => void;
}

type Named<N extends AdminCommand['name']> = Extract<AdminCommand, { name: N }>;

/** Who did it, in the audit trail and on the records. */
const OPERATOR = 'admin';

/**
 * Carries out what an operator asks for.
 * @returns whether it was done; if not, it has said why
 */
export async function carryOut(
  app: INestApplicationContext,
  command: AdminCommand,
  output: Output,
): Promise<boolean> {
  const auth = systemContext(command.tenant, OPERATOR);
  if (command.name === 'bootstrap') return bootstrap(app, auth, command, output);
  if ((await app.get(TenantRoutes, { strict: false }).storeOf(auth)) === null) {
    output.say(`There is no client ${auth.clientId} in ${auth.dataEnv}; bootstrap makes one.`);
    return false;
  }
  if (command.name === 'create-key') return createKey(app, auth, command, output);
  if (command.name === 'key-lifetime') return setLifetime(app, auth, command, output);
  if (command.name === 'pii-policy' || command.name === 'set-pii-policy') {
    const policies = app.get(PiiPolicyService, { strict: false });
    const policy =
      command.name === 'pii-policy'
        ? await policies.show(auth)
        : await policies.replace(auth, command.policy);
    if (policy.source === 'default') output.say('Never saved: nothing is permitted.');
    output.result(
      `--summaries ${policy.strict_summaries ? 'strict' : 'safe'} --permit ${permitsText(policy.permissions)}`,
    );
    return true;
  }
  const keys = app.get(ApiKeysService, { strict: false });
  if (command.name === 'list-keys') {
    for (const key of (await keys.list(auth)).items) output.result(lineOf(key));
    return true;
  }
  if (command.name === 'revoke-keys') {
    const { items } = await keys.revokeAllOf(auth, command.createdBy, null);
    for (const key of items) output.result(lineOf(key));
    output.say(`${items.length} API keys made by ${command.createdBy}: revoked`);
    return true;
  }
  try {
    const { revoked_at_utc: at } = await keys.revoke(auth, command.keyId, null);
    output.say(`API key ${command.keyId}: revoked at ${at}`);
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.entry !== CATALOGUE.notFound) throw error;
    output.say(`${auth.clientId} has no key ${command.keyId} in ${auth.dataEnv}; list-keys shows them.`);
    return false;
  }
}

async function bootstrap(
  app: INestApplicationContext,
  auth: AuthContext,
  { wanted, key }: Named<'bootstrap'>,
  { result, say }: Output,
): Promise<boolean> {
  const outcome = await app.get(PartnerBootstrap, { strict: false }).run(auth, wanted, key);
  if (outcome.kind === 'refused') {
    say('Nothing was changed:');
    for (const obstacle of outcome.obstacles) say(`  ${obstacle}`);
    return false;
  }
  for (const { thing, isNew, calledNow } of outcome.steps) {
    const found = calledNow === undefined ? 'exists' : `exists (${calledNow})`;
    say(`${thing}: ${isNew ? 'created' : found}`);
  }
  if (outcome.key) {
    say(`API key ${outcome.key.keyId} of scope ${key.scope}: created; it is shown this once`);
    result(outcome.key.text);
  } else {
    say(`API key of scope ${key.scope}: exists; create-key makes another one`);
  }
  return true;
}

async function createKey(
  app: INestApplicationContext,
  auth: AuthContext,
  { key }: Named<'create-key'>,
  { result, say }: Output,
): Promise<boolean> {
  const outcome = await app.get(OperatorKeys, { strict: false }).create(auth, key);
  if (outcome.kind === 'refused') {
    say(`No key was made: ${outcome.reason}`);
    return false;
  }
  const { record, text } = outcome.key;
  const end = record.expires_at_utc === null ? 'never ends' : `ends at ${record.expires_at_utc}`;
  say(
    `API key ${record.key_id} of scope ${record.scope}: created for ${record.client_id} in ${record.data_env}; it ${end} and is shown this once`,
  );
  result(text);
  return true;
}

async function setLifetime(
  app: INestApplicationContext,
  auth: AuthContext,
  { days }: Named<'key-lifetime'>,
  { say }: Output,
): Promise<boolean> {
  await app.get(OperatorKeys, { strict: false }).setLongestLifetime(auth, days);
  const limit = days === null ? 'as long as they are asked to' : `at most ${days} days`;
  say(`New keys of ${auth.clientId} in ${auth.dataEnv} live ${limit}; keys that are there keep their end`);
  return true;
}

/** A key on one line; the description, which may hold blanks, is last. */
const lineOf = (key: ApiKeyRecord): string =>
  [
    key.key_id,
    key.scope.padEnd(16),
    key.status.padEnd(7),
    `svc_${key.data_env}_${key.key_prefix}_...${key.last_four}`,
    ...(key.organisation_active ? [] : ['refused: its organisation is inactive or does not own the client']),
    `created ${key.created_at_utc}`,
    `by ${key.created_by}${key.created_by_active ? '' : ' (not active)'}`,
    `expires ${key.expires_at_utc ?? 'never'}`,
    `used ${key.last_used_at_utc ?? 'never'}`,
    key.description,
  ].join('  ');
