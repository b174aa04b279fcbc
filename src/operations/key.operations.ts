import { CATALOGUE } from '../core/shared/catalogue.js';
import { PlatformError } from '../core/shared/platform-error.js';
import type { ApiKeyRecord } from '../features/partner/api-keys/api-keys.response.js';
import { ApiKeysService } from '../features/partner/api-keys/api-keys.service.js';
import { MAX_LIFETIME_DAYS, readExpiry } from '../features/partner/api-keys/key-terms.policy.js';
import { OperatorKeys } from '../features/partner/api-keys/operator-keys.service.js';
import { CLIENT, ID, knownClient, NAME } from './client-options.js';
import { matching, oneOf, operation, type OptionContext } from './options.js';
import { SCOPES, type Scope } from '../core/shared/roles.js';

/** The API keys of a client. */
export const KEY_OPERATIONS = {
  'create-key': operation({
    usage: `\
create-key   creates an API key
  --client ID  --scope SCOPE  --description TEXT  [--env ENV]  [--expires INSTANT]
  --organisation ID         the owner of the key, if several own the client; for partner scopes`,
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
        context.say(`No key was created: ${outcome.reason}`);
        return false;
      }
      const { record, text } = outcome.key;
      const end = record.expires_at_utc === null ? 'never ends' : `ends at ${record.expires_at_utc}`;
      context.say(
        `API key ${record.key_id} of scope ${record.scope}: created for ${record.client_id} in ` +
          `${record.data_env}; it ${end} and is shown only this once`,
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
revoke-key   ends an API key permanently
  --client ID  --key KEY_ID  [--env ENV]`,
    options: {
      ...CLIENT,
      key: { check: matching(/^[0-9a-f-]{36}$/, 'must be the key_id of a key, as shown by list-keys') },
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
revoke-keys  revokes all keys that one person or one process has created
  --client ID  --created-by ID  [--env ENV]`,
    options: {
      ...CLIENT,
      'created-by': {
        check: matching(/^\P{Cc}{1,128}$/u, 'must be the creator of the keys, as shown by list-keys'),
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
      context.say(`${items.length} API keys created by ${maker}: revoked`);
      return true;
    },
  }),

  'key-lifetime': operation({
    usage: `\
key-lifetime limits the lifetime of a client's new keys in days; existing keys keep their expiry
  --client ID  --days DAYS  [--env ENV]     1 to ${MAX_LIFETIME_DAYS}, or none for no limit`,
    options: { ...CLIENT, days: { check: daysProblem } },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const days = values.days === 'none' ? null : Number(values.days);
      await (await context.app()).get(OperatorKeys, { strict: false }).setLongestLifetime(auth, days);
      const limit = days === null ? 'as long as requested' : `at most ${days} days`;
      context.say(
        `New keys of ${auth.clientId} in ${auth.dataEnv} are valid for ${limit}; existing keys keep their expiry`,
      );
      return true;
    },
  }),
};

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

/** A key on one line; the description, which may contain spaces, is last. */
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
