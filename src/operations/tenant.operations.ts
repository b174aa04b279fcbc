import type { AuthContext } from '../core/shared/auth-context.js';
import { DataRoute } from '../features/partner/tenants/data-route.service.js';
import { TenantStatus } from '../features/partner/tenants/tenant-status.service.js';
import { authOf, CLIENT, knownClient } from './client-options.js';
import { oneOf, operation, type Operation } from './options.js';

type Change = (status: TenantStatus, auth: AuthContext) => Promise<boolean>;

const changing = (usage: string, change: Change, [done, undone]: readonly [string, string]): Operation =>
  operation({
    usage,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const hasChanged = await change((await context.app()).get(TenantStatus, { strict: false }), auth);
      context.say(`${auth.clientId}: ${hasChanged ? done : undone}`);
      return true;
    },
  });

/** Operator commands on whole clients. */
export const TENANT_OPERATIONS: Readonly<Record<string, Operation>> = {
  'set-route': operation({
    usage: `\
set-route    sets the store of a client's calls; a client that is being set up becomes active
  --client ID  --store ID  [--env ENV]    the store is one of TENANT_STORES`,
    options: {
      ...CLIENT,
      store: { check: (value, around) => oneOf(around.storeIds)(value, around) },
    },
    run: async (values, context) => {
      const auth = authOf({ client: String(values['client']), env: String(values['env']) });
      const storeId = String(values['store']);
      const outcome = await (await context.app()).get(DataRoute, { strict: false }).set(auth, storeId);
      if (outcome.kind === 'refused') {
        context.say(`Nothing was changed: ${outcome.obstacle}`);
        return false;
      }
      const done = outcome.hasChanged ? 'are stored' : 'were already stored';
      const active = outcome.isActivated ? ', and the client is active now' : '';
      context.say(`The calls of ${auth.clientId} in ${auth.dataEnv} ${done} in ${storeId}${active}`);
      return true;
    },
  }),
  'suspend-tenant': changing(
    `\
suspend-tenant  refuses all keys and people of a client, in all its environments; nothing is deleted
  --client ID  [--env ENV]    one of its environments, whose audit trail records it`,
    (status, auth) => status.suspend(auth),
    ['is suspended in all its environments', 'was already suspended'],
  ),
  'resume-tenant': changing(
    `\
resume-tenant  ends the suspension of a client
  --client ID  [--env ENV]`,
    (status, auth) => status.resume(auth),
    ['works again in all its environments', 'was not suspended'],
  ),
};
