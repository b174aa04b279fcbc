import { DATA_ENVS, systemContext } from '../core/shared/auth-context.js';
import type { AuthContext, DataEnv } from '../core/shared/auth-context.js';
import { CATALOGUE } from '../core/shared/catalogue.js';
import { ONE_LINE } from '../core/http/fields/visible-text.policy.js';
import { PlatformError } from '../core/shared/platform-error.js';
import { TenantRoutes } from '../core/database/stores/tenant-routes.service.js';
import { isIanaTimezone, timezoneMessage } from '../core/time/timezone.policy.js';
import type { ApiKeyRecord } from '../features/partner/api-keys/api-keys.response.js';
import { ApiKeysService } from '../features/partner/api-keys/api-keys.service.js';
import { MAX_LIFETIME_DAYS, readExpiry } from '../features/partner/api-keys/key-terms.policy.js';
import { OperatorKeys } from '../features/partner/api-keys/operator-keys.service.js';
import { PartnerBootstrap } from '../features/partner/bootstrap/bootstrap.service.js';
import { PiiPolicyService } from '../features/privacy/pii-policy/pii-policy.service.js';
import type { PiiPolicyResponse } from '../features/privacy/pii-policy/pii-policy.response.js';
import {
  matching,
  oneOf,
  operation,
  type CommandContext,
  type Option,
  type OptionContext,
} from './options.js';
import { permitsProblem, permitsText, readPermits } from './permits.js';
import { SCOPES, type Scope } from '../core/shared/roles.js';

// Ids stand in addresses, logs and ids of projects.
export const ID = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'must be 1 to 64 letters, digits, dots, hyphens or underscores',
);
export const NAME = matching(ONE_LINE, 'must be 1 to 200 characters on one line, not only blanks');

/** The options that name a client. */
export const CLIENT = {
  client: { check: ID },
  env: { check: oneOf(DATA_ENVS), fallback: 'prod' },
} satisfies Record<string, Option>;

/** The operator's AuthContext for the audit trail and the records. */
export const authOf = ({ client, env }: { client: string; env: string }): AuthContext =>
  systemContext({ clientId: client, dataEnv: env as DataEnv }, 'admin');

/**
 * Operators' commands for one client: its setup, its keys, and the permissions to see its callers'
 * data.
 */
export const CLIENT_OPERATIONS = {
  bootstrap: operation({
    usage: `\
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
  --description TEXT        of the key; default First key`,
    options: {
      ...CLIENT,
      organisation: { check: ID },
      'organisation-name': { check: NAME },
      'business-name': { check: NAME },
      timezone: { check: (value) => (isIanaTimezone(value) ? null : timezoneMessage(value)) },
      store: { check: (value, around) => oneOf(around.storeIds)(value, around) },
      subject: { check: NAME },
      'user-name': { check: NAME },
      scope: { check: oneOf(SCOPES), fallback: 'partner_admin' },
      description: { check: NAME, fallback: 'First key' },
    },
    run: async (values, { app, result, say }) => {
      const wanted = {
        organisationId: values.organisation,
        organisationName: values['organisation-name'],
        subject: values.subject,
        userName: values['user-name'],
        businessName: values['business-name'],
        timezone: values.timezone,
        storeId: values.store,
      };
      const key = { scope: values.scope as Scope, description: values.description };
      const bootstrap = (await app()).get(PartnerBootstrap, { strict: false });
      const outcome = await bootstrap.run(authOf(values), wanted, key);
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
    },
  }),

  'create-key': operation({
    usage: `\
create-key   makes an API key
  --client ID  --scope SCOPE  --description TEXT  [--env ENV]  [--expires INSTANT]
  --organisation ID         whose key it is, where several own the client; for the scopes of partners`,
    options: {
      ...CLIENT,
      scope: { check: oneOf(SCOPES) },
      description: { check: NAME },
      expires: { check: expiryProblem, fallback: null },
      organisation: { check: ID, fallback: null },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const expiry = readExpiry(values.expires, context.now);
      const outcome = await (await context.app()).get(OperatorKeys, { strict: false }).create(auth, {
        scope: values.scope as Scope,
        description: values.description,
        expiresAt: 'expiresAt' in expiry ? expiry.expiresAt : null,
        organisationId: values.organisation,
      });
      if (outcome.kind === 'refused') {
        context.say(`No key was made: ${outcome.reason}`);
        return false;
      }
      const { record, text } = outcome.key;
      const end = record.expires_at_utc === null ? 'never ends' : `ends at ${record.expires_at_utc}`;
      context.say(
        `API key ${record.key_id} of scope ${record.scope}: created for ${record.client_id} in ${record.data_env}; it ${end} and is shown this once`,
      );
      context.result(text);
      return true;
    },
  }),

  'list-keys': operation({
    usage: `\
list-keys    lists the API keys of a client
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const { items } = await (await context.app()).get(ApiKeysService, { strict: false }).list(auth);
      for (const key of items) context.result(lineOf(key));
      return true;
    },
  }),

  'revoke-key': operation({
    usage: `\
revoke-key   ends an API key for good
  --client ID  --key KEY_ID  [--env ENV]`,
    options: {
      ...CLIENT,
      key: { check: matching(/^[0-9a-f-]{36}$/, 'must be the key_id of a key, as list-keys shows it') },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      try {
        const keys = (await context.app()).get(ApiKeysService, { strict: false });
        const { revoked_at_utc: at } = await keys.revoke(auth, values.key, null);
        context.say(`API key ${values.key}: revoked at ${at}`);
        return true;
      } catch (error) {
        if (!(error instanceof PlatformError) || error.entry !== CATALOGUE.notFound) throw error;
        context.say(`${auth.clientId} has no key ${values.key} in ${auth.dataEnv}; list-keys shows them.`);
        return false;
      }
    },
  }),

  'revoke-keys': operation({
    usage: `\
revoke-keys  ends all keys that one person, or one process, has made
  --client ID  --created-by ID  [--env ENV]`,
    options: {
      ...CLIENT,
      'created-by': {
        check: matching(/^\P{Cc}{1,128}$/u, 'must be who made the keys, as list-keys shows it'),
      },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const maker = values['created-by'];
      const { items } = await (
        await context.app()
      )
        .get(ApiKeysService, { strict: false })
        .revokeAllOf(auth, maker, null);
      for (const key of items) context.result(lineOf(key));
      context.say(`${items.length} API keys made by ${maker}: revoked`);
      return true;
    },
  }),

  'key-lifetime': operation({
    usage: `\
key-lifetime sets how many days new keys of a client may live; keys that are there keep their end
  --client ID  --days DAYS  [--env ENV]     1 to ${MAX_LIFETIME_DAYS}, or none for no limit`,
    options: { ...CLIENT, days: { check: daysProblem } },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const days = values.days === 'none' ? null : Number(values.days);
      await (await context.app()).get(OperatorKeys, { strict: false }).setLongestLifetime(auth, days);
      const limit = days === null ? 'as long as they are asked to' : `at most ${days} days`;
      context.say(
        `New keys of ${auth.clientId} in ${auth.dataEnv} live ${limit}; keys that are there keep their end`,
      );
      return true;
    },
  }),

  'pii-policy': operation({
    usage: `\
pii-policy   shows what a client permits its roles to see of callers, as the options that set it
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      return tellPolicy(
        await (await context.app()).get(PiiPolicyService, { strict: false }).show(auth),
        context,
      );
    },
  }),

  'set-pii-policy': operation({
    usage: `\
set-pii-policy  replaces it; it counts from the next request on
  --client ID  --permit LIST  [--summaries strict|safe]  [--env ENV]
    LIST                    client_admin:raw_caller,client_manager:summary or none
    strict                  no summary is shown without permission (default)
    safe                    without permission those are shown that hold no personal data`,
    options: {
      ...CLIENT,
      permit: { check: permitsProblem },
      summaries: { check: oneOf(['strict', 'safe']), fallback: 'strict' },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const policy = {
        permissions: readPermits(values.permit),
        strictSummaries: values.summaries === 'strict',
      };
      const policies = (await context.app()).get(PiiPolicyService, { strict: false });
      return tellPolicy(await policies.replace(auth, policy), context);
    },
  }),
};

/**
 * The operator as acting for the client; null, having said so, for a client that no store holds.
 */
export async function knownClient(
  values: { client: string; env: string },
  { app, say }: CommandContext,
): Promise<AuthContext | null> {
  const auth = authOf(values);
  if ((await (await app()).get(TenantRoutes, { strict: false }).storeOf(auth)) !== null) return auth;
  say(`There is no client ${auth.clientId} in ${auth.dataEnv}; bootstrap makes one.`);
  return null;
}

function tellPolicy(policy: PiiPolicyResponse, { say, result }: CommandContext): true {
  if (policy.source === 'default') say('Never saved: nothing is permitted.');
  result(
    `--summaries ${policy.strict_summaries ? 'strict' : 'safe'} --permit ${permitsText(policy.permissions)}`,
  );
  return true;
}

function daysProblem(value: string): string | null {
  if (value === 'none') return null;
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= MAX_LIFETIME_DAYS) return null;
  return `must be a whole number of days from 1 to ${MAX_LIFETIME_DAYS}, or none`;
}

function expiryProblem(value: string, { now }: OptionContext): string | null {
  const read = readExpiry(value, now);
  return 'problem' in read ? read.problem : null;
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
