import { closed } from '../rules/closing.policy.js';
import { CONTACT_STATUSES } from '../rules/statuses.js';
import { COUNTERS, type Counter } from './campaign-counts.queries.js';
import { CampaignCounts } from './campaign-counts.response.js';

/** The result of `countedOf`; null if nothing was ever counted. */
export type Counted = Readonly<Record<string, number>> | null;

/** The counts of a campaign by kind and key; keys with a count of zero may be missing. */
export type Tally = Readonly<Record<Counter, Readonly<Record<string, number>>>>;

type Sums = Record<Counter, Record<string, number>>;

/**
 * Reads the counts maintained by writes of contacts, without counting. Open contacts of an ended
 * campaign count as closed, whether or not they have been rewritten yet (campaigns 9.9).
 */
export function tallyOf(counted: Counted, campaignStatus: string): Tally {
  const sums = Object.fromEntries(COUNTERS.map((counter) => [counter, {}])) as Sums;
  for (const [name, value] of Object.entries(counted ?? {})) {
    const slash = name.indexOf('/');
    const [counter, key] = [name.slice(0, slash), name.slice(slash + 1)];
    if (counter === 'listed') addListed(sums, key, value, campaignStatus);
    else sums[counter as Counter][key] = value;
  }
  return sums;
}

/** @param key status/reason/disposition, '-' being none */
function addListed(sums: Sums, key: string, value: number, campaignStatus: string): void {
  const [status = '', listedReason = '-'] = key.split('/');
  const contact = closed(campaignStatus, { status, reason: listedReason === '-' ? null : listedReason });
  add(sums.status, contact.status, value);
  if (contact.reason === null) add(sums.callable, 'true', value);
  else add(sums.reason, contact.reason, value);
}

const add = (sums: Record<string, number>, key: string, value: number): void => {
  sums[key] = (sums[key] ?? 0) + value;
};

/** Counts in responses: statuses add up to the total, and so do callable and not_callable. */
export function countsIn({ status, callable: callables }: Tally): CampaignCounts {
  const statuses = Object.fromEntries(CONTACT_STATUSES.map((name) => [name, status[name] ?? 0])) as Record<
    (typeof CONTACT_STATUSES)[number],
    number
  >;
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const callable = callables['true'] ?? 0;
  return { total, ...statuses, callable, not_callable: total - callable };
}
