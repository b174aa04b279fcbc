import { KeyRotations, type ListedRotation } from '../../features/data-keys/rotations/key-rotations.service.js';
import { CLIENT, knownClient } from '../client-options.js';
import { operation } from '../options.js';

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

  rotations: operation({
    usage: `\
rotations    lists rotations of data keys: those that are open, and those that ended within 30 days`,
    options: {},
    run: async (_, context) => {
      const rotations = await (await context.app()).get(KeyRotations, { strict: false }).list();
      for (const rotation of rotations) context.result(lineOf(rotation));
      if (rotations.length === 0) context.say('No data key was rotated within 30 days.');
      return true;
    },
  }),
};

const lineOf = (it: ListedRotation): string =>
  [
    `${it.client_id} ${it.data_env}`,
    stateOf(it),
    `${it.resealed} values sealed anew`,
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
