import { CLASSIFIED_OUTCOMES, ENDED_STATUSES, SENTIMENTS } from './call-vocabulary.js';
import { REASON_BY_END, REASON_BY_RESOLUTION, REASON_BY_STATUS } from './disconnection.policy.js';
import { LEGACY_TRANSFER_RESOLUTION } from './call-outcome.policy.js';

/**
 * The rules of this folder as SQL expressions, built from the same tables, so that the counts of
 * PostgreSQL and the contents of rows cannot diverge. `alias` names the calls table in the
 * statement. It is a constant of the code, never input; anything but an identifier throws.
 */
export function outcomeSql(alias: string): string {
  const table = checked(alias);
  return (
    `CASE WHEN ${table}.resolution_status IN (${literals(CLASSIFIED_OUTCOMES)}) THEN ${table}.resolution_status` +
    ` WHEN ${provenLegacyTransfer(table)} THEN 'transferred' ELSE 'unclassified' END`
  );
}

/** `disconnectionReason` over the columns of a call: one of the six reasons. */
export function disconnectionSql(alias: string): string {
  const table = checked(alias);
  const branches = [
    ` WHEN ${table}.transfer_named_target OR ${table}.resolution_status = 'transferred'` +
      ` OR (${provenLegacyTransfer(table)}) THEN 'transferred'`,
    ...whens(`${table}.resolution_status`, REASON_BY_RESOLUTION),
    ...whens(`${table}.call_status`, REASON_BY_STATUS),
    ...whens(`${table}.end_reason`, REASON_BY_END),
  ];
  return `CASE${branches.join('')} ELSE 'unknown' END`;
}

/** `effectiveSentiment` over the columns of a call: positive, neutral, negative or unclassified. */
export function sentimentSql(alias: string): string {
  const table = checked(alias);
  const known = literals(SENTIMENTS);
  return (
    `CASE WHEN ${table}.sentiment IN (${known}) THEN ${table}.sentiment` +
    ` WHEN ${table}.caller_sentiment IN (${known}) THEN ${table}.caller_sentiment ELSE 'unclassified' END`
  );
}

/** Whether a call has ended, over its columns. */
export const hasEndedSql = (alias: string): string =>
  `${checked(alias)}.call_status IN (${literals([...ENDED_STATUSES])})`;

const provenLegacyTransfer = (table: string): string =>
  `${table}.resolution_status = '${LEGACY_TRANSFER_RESOLUTION}' AND ${table}.transfer_completed`;

/** One branch for each result, in the order of the table. */
function whens(column: string, table: ReadonlyMap<string, string>): string[] {
  return [...new Set(table.values())].map((answer) => {
    const words = [...table].filter(([, it]) => it === answer).map(([word]) => word);
    return ` WHEN ${column} IN (${literals(words)}) THEN '${answer}'`;
  });
}

const literals = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

function checked(alias: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(alias)) throw new RangeError('a table alias must be a plain identifier');
  return alias;
}
