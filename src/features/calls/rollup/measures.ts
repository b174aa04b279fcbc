import type { Decimal } from '../../../core/http/numbers.policy.js';
import { disconnectionSql, outcomeSql, sentimentSql } from '../rules/call-sql.js';
import { CALL_STATUSES, DISCONNECTION_REASONS, OUTCOME_IDS, SENTIMENTS } from '../rules/call-vocabulary.js';
import type { CallStatus, DisconnectionReason, OutcomeId } from '../rules/call-vocabulary.js';
import type { EffectiveSentiment } from '../rules/sentiment.policy.js';

/** Counts of calls; every call counts in exactly one of each family of buckets. */
type CallCounts = Readonly<
  Record<
    | 'total_calls'
    | `${CallStatus}_calls`
    | 'duration_known'
    | 'cost_usd_known'
    | 'currency_count'
    | 'cost_local_known'
    | 'human_escalation_count'
    | `sentiment_${EffectiveSentiment}`
    | `disconnect_${DisconnectionReason}`
    | `outcome_${OutcomeId}`
    | 'booking_count'
    | 'transfer_count'
    | 'ai_response_known',
    Decimal
  >
>;

/** Sums over the calls whose value is known; null when there is none. */
type CallAmounts = Readonly<
  Record<
    'total_duration_seconds' | 'total_cost_usd' | 'total_cost_local' | 'total_ai_response_seconds',
    Decimal | null
  >
>;

type CallCurrencies = Readonly<Record<'currency_min' | 'currency_max', string | null>>;

/**
 * What is kept of the calls of an hour, as PostgreSQL writes it (bigint and numeric arrive as text). Sums, counts,
 * a minimum and a maximum and no average, so that two rows may be put together field by field.
 */
export type CallMeasures = CallCounts & CallAmounts & CallCurrencies;
export type MeasureName = keyof CallMeasures;

/** One field of CallSums: how it comes from calls, and how from rows of itself. */
export interface Measure {
  readonly name: MeasureName;
  /** An aggregate over calls `c` and their facts `f` (`FACTS`). */
  readonly ofCalls: string;
  readonly combine: 'sum' | 'min' | 'max';
}

const sum = (name: MeasureName, ofCalls: string, combine: Measure['combine'] = 'sum'): Measure => ({
  name,
  ofCalls,
  combine,
});
const countWhere = (name: MeasureName, condition: string): Measure =>
  sum(name, `count(*) FILTER (WHERE ${condition})`);

/** The fields in the order of the columns of call_rollups. */
export const MEASURES: readonly Measure[] = [
  sum('total_calls', 'count(*)'),
  ...CALL_STATUSES.map((it) => countWhere(`${it}_calls`, `c.call_status = '${it}'`)),
  sum('total_duration_seconds', 'sum(c.duration_seconds)'),
  sum('duration_known', 'count(c.duration_seconds)'),
  sum('total_cost_usd', 'sum(c.cost_usd)'),
  sum('cost_usd_known', 'count(c.cost_usd)'),
  sum('currency_count', 'count(c.currency)'),
  sum('currency_min', 'min(c.currency)', 'min'),
  sum('currency_max', 'max(c.currency)', 'max'),
  sum('total_cost_local', 'sum(c.cost_local)'),
  sum('cost_local_known', 'count(c.cost_local)'),
  countWhere('human_escalation_count', 'c.human_escalation'),
  ...[...SENTIMENTS, 'unclassified' as const].map((it) =>
    countWhere(`sentiment_${it}`, `f.sentiment = '${it}'`),
  ),
  ...DISCONNECTION_REASONS.map((it) => countWhere(`disconnect_${it}`, `f.disconnection = '${it}'`)),
  ...OUTCOME_IDS.map((it) => countWhere(`outcome_${it}`, `f.outcome = '${it}'`)),
  countWhere('booking_count', 'c.booking_created'),
  countWhere('transfer_count', 'c.transfer_completed'),
  sum('total_ai_response_seconds', 'sum(c.ai_response_seconds)'),
  sum('ai_response_known', 'count(c.ai_response_seconds)'),
];

// OFFSET 0 keeps PostgreSQL from writing each CASE into every count that asks for it.
const FACTS = {
  sentiment: sentimentSql('c'),
  disconnection: disconnectionSql('c'),
  outcome: outcomeSql('c'),
} as const;

/** The facts that these fields count by, as a join beside calls `c`; empty when there are none. */
export function factsOf(sums: readonly Measure[]): string {
  const needed = Object.entries(FACTS).filter(([name]) =>
    sums.some((it) => it.ofCalls.includes(`f.${name} `)),
  );
  if (needed.length === 0) return '';
  return `\n CROSS JOIN LATERAL (SELECT ${needed.map(([name, sql]) => `${sql} AS ${name}`).join(',\n              ')} OFFSET 0) f`;
}

/** The fields an answer needs: fewer are read faster. `name` tells statements apart. */
export interface MeasureSet<K extends MeasureName = MeasureName> {
  readonly name: string;
  readonly measures: readonly Measure[];
  /** Only for the type. */
  readonly fields: readonly K[];
}

/** Names a set of fields; they keep the order of the table. */
export function measureSet<K extends MeasureName>(name: string, ...fields: readonly K[]): MeasureSet<K> {
  const wanted: ReadonlySet<string> = new Set(fields);
  return { name, fields, measures: MEASURES.filter((it) => wanted.has(it.name)) };
}

/** Sums of no calls at all. */
export const noCalls = <K extends MeasureName>(set: MeasureSet<K>): Pick<CallMeasures, K> =>
  Object.fromEntries(
    set.measures.map(({ name, combine, ofCalls }) => [
      name,
      combine === 'sum' && ofCalls.startsWith('count') ? '0' : null,
    ]),
  ) as Pick<CallMeasures, K>;
