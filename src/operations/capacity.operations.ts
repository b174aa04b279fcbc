import { CapacityLimits, type LimitOutcome } from '../features/capacity/limits/capacity-limits.service.js';
import { LARGEST_LIMIT } from '../features/capacity/rules/figures.policy.js';
import { CLIENT, ID, knownClient } from './client-options.js';
import { operation } from './options.js';

const REFUSED: Readonly<Record<Exclude<LimitOutcome, 'done'>, string>> = {
  no_project: 'the client has no such project in this environment',
  no_client_limit: 'the client has no limit yet; set it first, without --project',
  no_limit: 'no limit was set',
};

/** Operators' commands for a client's limits of concurrent calls. */
export const CAPACITY_OPERATIONS = {
  'set-capacity': operation({
    usage: `\
set-capacity limits the concurrent calls of a client or of one of its projects, from the next call
  --client ID  --limit CALLS  [--reserved-inbound CALLS]  [--project ID]  [--env ENV]
    CALLS                   0 to ${LARGEST_LIMIT}; none removes the project's limit, or the client's and those of its projects
    --reserved-inbound      the part of the limit that outbound dials leave to inbound calls; default 0`,
    options: {
      ...CLIENT,
      project: { check: ID, fallback: null },
      limit: { check: limitProblem },
      'reserved-inbound': { check: callsProblem, fallback: '0' },
    },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const whose = `${auth.clientId} in ${auth.dataEnv}${values.project === null ? '' : `, project ${values.project}`}`;
      const [concurrencyLimit, reservedInbound] = [Number(values.limit), Number(values['reserved-inbound'])];
      if (reservedInbound > concurrencyLimit) {
        context.say(
          `Nothing was changed for ${whose}: --reserved-inbound must be at most the limit, ${concurrencyLimit}.`,
        );
        return false;
      }
      const limits = (await context.app()).get(CapacityLimits, { strict: false });
      const outcome =
        values.limit === 'none'
          ? await limits.remove(auth, values.project)
          : await limits.set(auth, values.project, { concurrencyLimit, reservedInbound });
      if (outcome !== 'done') {
        context.say(`Nothing was changed for ${whose}: ${REFUSED[outcome]}.`);
        return false;
      }
      context.say(
        values.limit === 'none'
          ? `${whose}: the limit is removed`
          : `${whose}: at most ${concurrencyLimit} concurrent calls, ${reservedInbound} of them reserved for inbound calls`,
      );
      return true;
    },
  }),
};

function limitProblem(value: string): string | null {
  const problem = value === 'none' ? null : callsProblem(value);
  return problem === null ? null : `${problem}, or none`;
}

function callsProblem(value: string): string | null {
  if (/^\d{1,5}$/.test(value) && Number(value) <= LARGEST_LIMIT) return null;
  return `must be a whole number of calls from 0 to ${LARGEST_LIMIT}`;
}
