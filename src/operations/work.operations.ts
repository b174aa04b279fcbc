import { DATA_ENVS, systemContext, type Tenant } from '../core/shared/auth-context.js';
import { TenantRoutes } from '../core/database/stores/tenant-routes.service.js';
import { DeadLetters, type DeadLetter } from '../core/work/dead-letters.service.js';
import { authOf, CLIENT, ID, knownClient } from './client-options.js';
import { matching, oneOf, operation, type CommandContext } from './options.js';

const KIND = matching(/^[a-z][a-z0-9.-]{0,62}$/, 'must be a kind of work, as shown by work-dead-letters');

const CHOICE = {
  ...CLIENT,
  kind: { check: KIND },
  item: {
    check: matching(/^[1-9]\d{0,17}$/, 'must be the number of a work item, as shown by work-dead-letters'),
    fallback: null,
  },
};

/** Operators' commands for work that failed too often. */
export const WORK_OPERATIONS = {
  'work-dead-letters': operation({
    usage: `\
work-dead-letters  lists work that failed too often, of all clients or of those given
  [--client ID]  [--env ENV]  [--kind KIND]`,
    options: {
      client: { check: ID, fallback: null },
      env: { check: oneOf(DATA_ENVS), fallback: null },
      kind: { check: KIND, fallback: null },
    },
    run: async ({ client, env, kind }, context) => {
      const app = await context.app();
      const letters = app.get(DeadLetters, { strict: false });
      for (const tenant of await app.get(TenantRoutes, { strict: false }).all()) {
        if ((client ?? tenant.clientId) !== tenant.clientId || (env ?? tenant.dataEnv) !== tenant.dataEnv)
          continue;
        for (const letter of await letters.list(systemContext(tenant, 'admin'), kind)) {
          context.result(lineOf(tenant, letter));
        }
      }
      return true;
    },
  }),

  'work-retry': operation({
    usage: `\
work-retry   retries dead letters: all of a kind, or one
  --client ID  --kind KIND  [--item NUMBER]  [--env ENV]`,
    options: CHOICE,
    run: async (values, context) => {
      const letters = await dealWith(values, context);
      if (letters === null) return false;
      const items = await letters.retry(authOf(values), { kind: values.kind, itemId: values.item });
      return report(context, items, 'are retried');
    },
  }),

  'work-drop': operation({
    usage: `\
work-drop    deletes dead letters, whose work is then never done: all of a kind, or one
  --client ID  --kind KIND  [--item NUMBER]  [--env ENV]`,
    options: CHOICE,
    run: async (values, context) => {
      const letters = await dealWith(values, context);
      if (letters === null) return false;
      const items = await letters.drop(authOf(values), { kind: values.kind, itemId: values.item });
      return report(context, items, 'deleted');
    },
  }),
};

/** Null after a message for an unknown client. */
async function dealWith(
  values: { client: string; env: string },
  context: CommandContext,
): Promise<DeadLetters | null> {
  if ((await knownClient(values, context)) === null) return null;
  return (await context.app()).get(DeadLetters, { strict: false });
}

function report(context: CommandContext, items: number, done: string): boolean {
  context.say(
    items === 0
      ? 'There is no such dead letter; work-dead-letters shows them.'
      : `${items} dead letters: ${done}`,
  );
  return items > 0;
}

/** A dead letter on one line; the reason, which may contain spaces, is last. */
const lineOf = ({ clientId, dataEnv }: Tenant, letter: DeadLetter): string =>
  [
    `${clientId} ${dataEnv}`,
    letter.kind,
    letter.item_id,
    `key ${letter.key ?? 'none'}`,
    JSON.stringify(letter.payload),
    `${letter.attempts} attempts`,
    `since ${letter.appended_at.toISOString()}`,
    `dead ${letter.died_at.toISOString()}`,
    letter.reason,
  ].join('  ');
