/** The stored kinds of counts; see the triggers of `campaign_contacts`. */
export const COUNTERS = ['status', 'callable', 'reason', 'disposition', 'registry'] as const;
export type Counter = (typeof COUNTERS)[number];

/** The counters that depend on which contacts are open. */
const OF_STATUS: readonly Counter[] = ['status', 'callable', 'reason'];

const arrayOf = (words: readonly string[]): string => `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`;

/**
 * The counts of a campaign as one JSON object, `counter/key` to value, for a statement whose $1 and
 * $2 are the tenant. Its size does not depend on the number of contacts. While its contacts are
 * being closed (campaigns 9.9), `listed/status/reason/disposition` replaces the counters that
 * follow from the status.
 * @param campaign the alias of `campaigns` in the statement
 * @param counters which kinds
 */
export function countedOf(campaign: string, counters: readonly Counter[]): string {
  const closing = ['listed', ...counters.filter((counter) => !OF_STATUS.includes(counter))];
  return `(SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = ${campaign}.campaign_id
                   AND n.counter = ANY (CASE WHEN ${campaign}.is_closing THEN ${arrayOf(closing)} ELSE ${arrayOf(counters)} END)
                 GROUP BY n.counter, n.key) counted)`;
}
