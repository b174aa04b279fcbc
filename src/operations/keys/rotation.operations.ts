import { PepperCheck } from '../../core/auth/api-keys/pepper-check.js';
import { AddressHashes } from '../../features/email-routing/pepper/address-hashes.service.js';
import {
  KeyRotations,
  type ListedRotation,
} from '../../features/data-keys/rotations/key-rotations.service.js';
import { WrappedKeys } from '../../features/data-keys/rotations/wrapped-keys.service.js';
import { TenantMoves } from '../../features/tenant-moves/progress/moves.service.js';
import { CLIENT, knownClient } from '../client-options.js';
import { operation, type CommandContext } from '../options.js';

/** Operators' commands that turn keys (docs/operate/turning-keys.md). */
export const ROTATION_OPERATIONS = {
  'rotate-tenant-key': operation({
    usage: `\
rotate-tenant-key  gives a client a new data key; the worker seals everything of the client under it
  --client ID  [--env ENV]`,
    options: CLIENT,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const refusal = await (await context.app()).get(TenantMoves, { strict: false }).refusal(auth);
      if (refusal !== null) {
        context.say(`Nothing was changed: ${refusal}.`);
        return false;
      }
      const keyId = await (await context.app()).get(KeyRotations, { strict: false }).start(auth);
      if (keyId === null) {
        context.say(
          `Nothing was changed: the last rotation of ${auth.clientId} in ${auth.dataEnv} has not ended; rotations shows it.`,
        );
        return false;
      }
      context.say(
        `${auth.clientId} in ${auth.dataEnv} has a new data key. Every process uses it within five minutes; ` +
          'rotations shows how far the worker is.',
      );
      context.result(keyId);
      return true;
    },
  }),

  'rotate-master-key': operation({
    usage: `\
rotate-master-key  wraps all data keys with the current master key or provider; run again, it goes on`,
    options: {},
    run: async (_, context) => {
      const keys = (await context.app()).get(WrappedKeys, { strict: false });
      const failed = await keys.wrapAll(({ tenants, of, wrapped }) =>
        context.say(`${tenants} of ${of} tenants, ${wrapped} keys wrapped`),
      );
      if (failed > 0)
        context.say(
          `${failed} keys cannot be unwrapped: name what wrapped them in OTHER_MASTER_KEY_FILES or OTHER_AWS_KMS_KEY_IDS.`,
        );
      await printWrapped(keys, context);
      return failed === 0;
    },
  }),

  'rotate-api-key-pepper': operation({
    usage: `\
rotate-api-key-pepper  notes the current pepper, stores addresses for notices under it, and says how many
                       API keys are still stored under another; may run again`,
    options: {},
    run: async (_, context) => {
      const app = await context.app();
      const peppers = app.get(PepperCheck, { strict: false });
      await peppers.noteCurrent();
      context.say(
        'From now on no process starts that does not know the current pepper, and each API key is stored under it when it is used.',
      );
      const { renewed, failed } = await app.get(AddressHashes, { strict: false }).renewAll();
      context.result(`${renewed} addresses for notices are now stored under the current pepper`);
      if (failed > 0)
        context.say(
          `${failed} addresses for notices cannot be opened, and stay under another pepper: see rotations for what their data keys need.`,
        );
      await printKeys(peppers, context);
      return failed === 0;
    },
  }),

  rotations: operation({
    usage: `\
rotations    lists rotations of data keys: those that are open, and those that ended within 30 days;
             and how many keys are still under what was before`,
    options: {},
    run: async (_, context) => {
      const app = await context.app();
      for (const rotation of await app.get(KeyRotations, { strict: false }).list())
        context.result(lineOf(rotation));
      await printWrapped(app.get(WrappedKeys, { strict: false }), context);
      await printKeys(app.get(PepperCheck, { strict: false }), context);
      return true;
    },
  }),
};

async function printWrapped(keys: WrappedKeys, { result }: CommandContext): Promise<void> {
  for (const { provider_id: id, keys: count } of await keys.byProvider())
    result(`${count} data keys wrapped by ${id}${id === keys.currentProvider ? ', the current one' : ''}`);
}

async function printKeys(peppers: PepperCheck, { result }: CommandContext): Promise<void> {
  const { current, others } = await peppers.keysByPepper();
  result(`${current} API keys under the current pepper, ${others} under another`);
}

const lineOf = (it: ListedRotation): string =>
  [
    `${it.client_id} ${it.data_env}`,
    stateOf(it),
    `${it.resealed} values resealed`,
    `since ${it.started_at.toISOString()}`,
  ].join('  ');

function stateOf(it: ListedRotation): string {
  if (it.ended_at) return `ended ${it.ended_at.toISOString()}`;
  if (!it.isResting && it.step === null) return 'waits for a worker';
  if (!it.isResting) return `pass ${it.pass}, step ${Math.max(1, it.stepNumber)} of ${it.steps}`;
  const held = [
    ...(it.unopened > 0 ? [`${it.unopened} values do not open`] : []),
    ...(it.waiting > 0 ? [`${it.waiting} files need the old key`] : []),
  ];
  const why = held.length > 0 ? held.join(', ') : 'nothing is under the old key';
  return `${why}; counts again at ${it.next_work_at.toISOString()}`;
}
