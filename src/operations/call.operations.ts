import { readPhoneNumber } from '../core/shared/phone-numbers/phone-number.policy.js';
import { LegalHolds, type HeldCalls } from '../features/calls/caller-data/legal-holds.service.js';
import { UsageError } from '../process.js';
import { CLIENT, knownClient } from './client-options.js';
import { matching, operation, type CommandContext, type Operation } from './options.js';

const HELD = {
  ...CLIENT,
  call: { check: matching(/^[A-Za-z0-9._:-]{1,128}$/, 'must be the call_id of a call'), fallback: null },
  caller: {
    check: (value: string) =>
      readPhoneNumber(value) === null
        ? 'must be a telephone number with its country code, such as +61491570156'
        : null,
    fallback: null,
  },
};

interface Named {
  readonly client: string;
  readonly env: string;
  readonly call: string | null;
  readonly caller: string | null;
}

/** Operators' commands for calls whose data must be kept. */
export const CALL_OPERATIONS: Readonly<Record<string, Operation>> = {
  'set-legal-hold': operation({
    usage: `\
set-legal-hold  protects the caller's data in calls from every request to erase it
  --client ID  [--env ENV]
  --call CALL_ID | --caller NUMBER     one call, or all stored calls of a number`,
    options: HELD,
    run: (values, context) => change(values, context, true),
  }),

  'clear-legal-hold': operation({
    usage: `\
clear-legal-hold  removes that hold; erasures requested in the meantime must be requested again
  --client ID  [--env ENV]
  --call CALL_ID | --caller NUMBER`,
    options: HELD,
    run: (values, context) => change(values, context, false),
  }),
};

async function change(values: Named, context: CommandContext, isHeld: boolean): Promise<boolean> {
  const calls = heldCalls(values);
  const auth = await knownClient(values, context);
  if (auth === null) return false;
  const holds = (await context.app()).get(LegalHolds, { strict: false });
  const { known, changed } = await holds.change(auth, calls, isHeld);
  if (known === 0) {
    context.say(`${auth.clientId} has no such call in ${auth.dataEnv}; nothing was changed.`);
    return false;
  }
  const since = isHeld ? 'under legal hold from now on' : 'no longer under legal hold';
  context.say(`${changed} of ${known} calls: ${since}`);
  if (changed < known) context.say(`The others ${isHeld ? 'were already' : 'were not'} under legal hold.`);
  return true;
}

function heldCalls({ call, caller }: Named): HeldCalls {
  if ((call === null) === (caller === null)) throw new UsageError('Name either --call or --caller.');
  return call === null ? { number: readPhoneNumber(caller!)! } : { callId: call };
}
