import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { CONTACT_STATUSES } from '../rules/statuses.js';
import { CAMPAIGN_COUNTS } from './campaign-counts.queries.js';
import { CampaignCounts } from './campaign-counts.response.js';

const COUNTERS = ['status', 'callable', 'reason', 'disposition', 'registry'] as const;
type Counter = (typeof COUNTERS)[number];

/** What a campaign's counts of some kinds are, by their keys; a key that counts nothing may be missing. */
export type Tally = Readonly<Record<Counter, Readonly<Record<string, number>>>>;

interface CountRow {
  readonly campaign_id: string;
  readonly counter: Counter;
  readonly key: string;
  readonly value: number;
}

const emptyTally = (): Record<Counter, Record<string, number>> => ({
  status: {},
  callable: {},
  reason: {},
  disposition: {},
  registry: {},
});

/**
 * Reads the counts that writes of contacts keep: nothing is counted here.
 * @param counters which kinds; by default all, as a report needs them
 * @returns one for each of the campaigns, also where it has no contacts
 */
export async function talliesOf(
  reader: StoreReader,
  campaignIds: readonly string[],
  counters: readonly Counter[] = COUNTERS,
): Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map(campaignIds.map((id) => [id, emptyTally()]));
  if (campaignIds.length === 0) return tallies;
  const rows = await reader.query<CountRow>(CAMPAIGN_COUNTS, [campaignIds, counters]);
  for (const { campaign_id: id, counter, key, value } of rows) tallies.get(id)![counter][key] = value;
  return tallies;
}

/** What `countsIn` needs. */
export const COUNTED_IN_SUMMARIES: readonly Counter[] = ['status', 'callable'];

/** The counts as a campaign shows them; its statuses add up to its total, and so do callable and not_callable. */
export function countsIn({ status, callable: callables }: Tally): CampaignCounts {
  const statuses = Object.fromEntries(CONTACT_STATUSES.map((name) => [name, status[name] ?? 0])) as Record<
    (typeof CONTACT_STATUSES)[number],
    number
  >;
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const callable = callables['true'] ?? 0;
  return { total, ...statuses, callable, not_callable: total - callable };
}
