import type { AuthContext } from '../core/shared/auth-context.js';
import { DialledNumbers } from '../features/dialling/numbers/dialled-numbers.service.js';
import { CLIENT, knownClient } from './client-options.js';
import { matching, operation, type Operation } from './options.js';

// At least three digits: shorter prefixes would allow whole countries.
const PREFIX = matching(/^\+[1-9][0-9]{2,13}$/, 'must be the beginning of numbers in E.164, such as +611300');
const RANGE = { ...CLIENT, prefix: { check: PREFIX } };

type Change = (numbers: DialledNumbers, auth: AuthContext, prefix: string) => Promise<boolean>;

const changing = (usage: string, change: Change, [done, undone]: readonly [string, string]): Operation =>
  operation({
    usage,
    options: RANGE,
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const numbers = (await context.app()).get(DialledNumbers, { strict: false });
      const hasChanged = await change(numbers, auth, values.prefix);
      context.say(`${auth.clientId} in ${auth.dataEnv}: ${values.prefix} ${hasChanged ? done : undone}`);
      context.result((await numbers.allowed(auth)).join(' '));
      return true;
    },
  });

/** Operator commands on the ranges of costly numbers that a client may dial. */
export const DIALLING_OPERATIONS: Readonly<Record<string, Operation>> = {
  'allow-numbers': changing(
    `\
allow-numbers  allows a client to dial a range of costly numbers; prints all allowed ranges
  --client ID  --prefix PREFIX  [--env ENV]
    PREFIX                  the beginning of the numbers in E.164, such as +611300`,
    (numbers, auth, prefix) => numbers.allow(auth, prefix),
    ['may be dialled from now on', 'could already be dialled'],
  ),
  'refuse-numbers': changing(
    `\
refuse-numbers  removes an allowed range; prints those that remain
  --client ID  --prefix PREFIX  [--env ENV]`,
    (numbers, auth, prefix) => numbers.withdraw(auth, prefix),
    ['is no longer dialled', 'was not allowed'],
  ),
};
