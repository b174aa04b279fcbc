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
allow-numbers  lets a client dial costly numbers of a range; prints all ranges that are allowed
  --client ID  --prefix PREFIX  [--env ENV]
    PREFIX                  how they begin in E.164, such as +611300`,
    (numbers, auth, prefix) => numbers.allow(auth, prefix),
    ['may be dialled from now on', 'could be dialled already'],
  ),
  'refuse-numbers': changing(
    `\
refuse-numbers  takes a range away again; prints those that are still allowed
  --client ID  --prefix PREFIX  [--env ENV]`,
    (numbers, auth, prefix) => numbers.withdraw(auth, prefix),
    ['is not dialled any more', 'was not allowed'],
  ),
};
