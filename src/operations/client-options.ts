import { DATA_ENVS, systemContext } from '../core/shared/auth-context.js';
import type { AuthContext, DataEnv } from '../core/shared/auth-context.js';
import { ONE_LINE, ONE_LINE_HELP } from '../core/http/fields/visible-text.policy.js';
import { TenantRoutes } from '../core/database/stores/tenant-routes.service.js';
import { matching, oneOf, type CommandContext, type Option } from './options.js';

// Ids appear in URLs, logs and ids of projects.
export const ID = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'must be 1 to 64 letters, digits, dots, hyphens or underscores',
);
export const NAME = matching(ONE_LINE, ONE_LINE_HELP);

export const CLIENT = {
  client: { check: ID },
  env: { check: oneOf(DATA_ENVS), fallback: 'prod' },
} satisfies Record<string, Option>;

/** The operator's AuthContext for the audit trail and the records. */
export const authOf = ({ client, env }: { client: string; env: string }): AuthContext =>
  systemContext({ clientId: client, dataEnv: env as DataEnv }, 'admin');

/** The operator's context for the client; null after a message for an unknown client. */
export async function knownClient(
  values: { client: string; env: string },
  { app, say }: CommandContext,
): Promise<AuthContext | null> {
  const auth = authOf(values);
  if ((await (await app()).get(TenantRoutes, { strict: false }).storeOf(auth)) !== null) return auth;
  say(`There is no client ${auth.clientId} in ${auth.dataEnv}; bootstrap creates one.`);
  return null;
}
