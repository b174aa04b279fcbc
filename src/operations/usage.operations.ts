import { UsageCorrections, type Settlement } from '../features/billing/corrections/corrections.service.js';
import { CLIENT, knownClient } from './client-options.js';
import { matching, operation } from './options.js';

const RECORD = matching(
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'must be a record_id of GET /v1/billing/metered/aggregation-records',
);
// Fifteen digits are exact as a number.
const COUNT = matching(/^\d{1,15}$/, 'must be a whole number');

/** Operators' commands for counted usage. */
export const USAGE_OPERATIONS = {
  'settle-correction': operation({
    usage: `\
settle-correction  settles an hour whose usage has changed since it was stored (correction_pending)
  --client ID  --record ID  --quantity COUNT  [--env ENV]
  --record ID               its record_id at GET /v1/billing/metered/aggregation-records
  --quantity COUNT          the hour's present count; with another number the command prints it and changes nothing`,
    options: { ...CLIENT, record: { check: RECORD }, quantity: { check: COUNT } },
    run: async (values, context) => {
      const auth = await knownClient(values, context);
      if (auth === null) return false;
      const corrections = (await context.app()).get(UsageCorrections, { strict: false });
      const settlement = await corrections.settle(auth, values.record, Number(values.quantity));
      context.say(settlementText(values.record, settlement));
      return settlement.kind === 'settled';
    },
  }),
};

/** The text for an operator about the correction of one window (billing 14.7). */
function settlementText(record: string, settlement: Settlement): string {
  if (settlement.kind === 'not_pending') {
    return `Nothing was changed: no record ${record} of this client and environment is correction_pending.`;
  }
  if (settlement.kind === 'counts_otherwise') {
    const { stored, counted, mayBeCounted } = settlement;
    const first = mayBeCounted
      ? `Make the provider count ${counted} for that hour, then repeat`
      : 'The provider has nothing for that hour. Repeat';
    return (
      `Nothing was changed: the hour counts ${counted}, and ${stored} is stored. ${first} with --quantity ` +
      `${counted}.`
    );
  }
  return settlement.status === 'frozen'
    ? `Record ${record} is settled; it is sent to the provider within five minutes`
    : `Record ${record} is settled as ${settlement.status}; nothing is sent to the provider`;
}
