import type { Decimal } from '../../../core/http/fields/numbers.policy.js';
import { disconnectionSql, outcomeSql, sentimentSql } from '../../call-records/rules/call-sql.js';
import {
  CALL_STATUSES,
  COST_PARTS,
  DISCONNECTION_REASONS,
  OUTCOME_IDS,
  SENTIMENTS,
} from '../../call-records/rules/call-vocabulary.js';
import type {
  CallStatus,
  CostPart,
  DisconnectionReason,
  OutcomeId,
} from '../../call-records/rules/call-vocabulary.js';
import type { EffectiveSentiment } from '../../call-records/rules/sentiment.policy.js';

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
    | 'ai_response_known'
    | 'cost_parts_known'
    | 'response_times_known',
    Decimal
  >
>;

/** Amounts whose squares are summed too: a mean's interval needs them. */
const SQUARED = ['duration_seconds', 'cost_usd', 'ai_response_seconds', 'response_p50_ms'] as const;
type SquaredAmount = (typeof SQUARED)[number];

/**
 * Sums over the calls whose value is known, and the worst percentile; null if there is none. A
 * median is weighted by the turns of its call.
 */
type CallAmounts = Readonly<
  Record<
    | 'total_duration_seconds'
    | 'total_cost_usd'
    | 'total_cost_local'
    | 'total_ai_response_seconds'
    | `total_cost_${CostPart}`
    | `${SquaredAmount}_squares`
    | 'total_response_p50_ms'
    | 'response_turns'
    | 'weighted_response_p50_ms'
    | 'worst_response_p95_ms',
    Decimal | null
  >
>;

type CallCurrencies = Readonly<Record<'currency_min' | 'currency_max', string | null>>;

/**
 * The stored sums of an hour's calls, as PostgreSQL writes them (bigint and numeric arrive as
 * text). Only sums, counts, minima and maxima and no averages, so that two rows can be combined
 * field by field.
 */
export type CallMeasures = CallCounts & CallAmounts & CallCurrencies;
export type MeasureName = keyof CallMeasures;

/** One field of CallMeasures: how to compute it from calls, and from other rows. */
export interface Measure {
  readonly name: MeasureName;
  /** An aggregate over calls `c` and, if it uses one of their facts, over `f`. */
  readonly ofCalls: string;
  readonly fact: Fact | null;
  readonly combine: 'sum' | 'min' | 'max';
  /** The value for no calls at all. */
  readonly ofNone: '0' | null;
}

// OFFSET 0 keeps PostgreSQL from copying each CASE into every count that uses it (`factsOf`).
const FACTS = {
  sentiment: sentimentSql('c'),
  disconnection: disconnectionSql('c'),
  outcome: outcomeSql('c'),
} as const;
type Fact = keyof typeof FACTS;

const amount = (name: MeasureName, column: string, combine: Measure['combine'] = 'sum'): Measure =>
  amountOf(name, `c.${column}`, combine);
const amountOf = (name: MeasureName, value: string, combine: Measure['combine']): Measure => ({
  name,
  ofCalls: `${combine}(${value})`,
  fact: null,
  combine,
  ofNone: null,
});
const count = (name: MeasureName, of = 'count(*)', fact: Fact | null = null): Measure => ({
  name,
  ofCalls: of,
  fact,
  combine: 'sum',
  ofNone: '0',
});
const countKnown = (name: MeasureName, column: string): Measure => count(name, `count(c.${column})`);
const countWhere = (name: MeasureName, condition: string, fact: Fact | null = null): Measure =>
  count(name, `count(*) FILTER (WHERE ${condition})`, fact);
const countFact = (name: MeasureName, fact: Fact, word: string): Measure =>
  countWhere(name, `f.${fact} = '${word}'`, fact);

/** The fields in the order of the columns of call_rollups. */
export const MEASURES: readonly Measure[] = [
  count('total_calls'),
  ...CALL_STATUSES.map((it) => countWhere(`${it}_calls`, `c.call_status = '${it}'`)),
  amount('total_duration_seconds', 'duration_seconds'),
  countKnown('duration_known', 'duration_seconds'),
  amount('total_cost_usd', 'cost_usd'),
  countKnown('cost_usd_known', 'cost_usd'),
  countKnown('currency_count', 'currency'),
  amount('currency_min', 'currency', 'min'),
  amount('currency_max', 'currency', 'max'),
  amount('total_cost_local', 'cost_local'),
  countKnown('cost_local_known', 'cost_local'),
  countWhere('human_escalation_count', 'c.human_escalation'),
  ...[...SENTIMENTS, 'unclassified' as const].map((it) => countFact(`sentiment_${it}`, 'sentiment', it)),
  ...DISCONNECTION_REASONS.map((it) => countFact(`disconnect_${it}`, 'disconnection', it)),
  ...OUTCOME_IDS.map((it) => countFact(`outcome_${it}`, 'outcome', it)),
  countWhere('booking_count', 'c.booking_created'),
  countWhere('transfer_count', 'c.transfer_completed'),
  amount('total_ai_response_seconds', 'ai_response_seconds'),
  countKnown('ai_response_known', 'ai_response_seconds'),
  ...COST_PARTS.map((part) => amount(`total_cost_${part}`, `cost_${part}`)),
  countWhere(
    'cost_parts_known',
    `num_nonnulls(${COST_PARTS.map((part) => `c.cost_${part}`).join(', ')}) > 0`,
  ),
  amount('response_turns', 'response_turns'),
  amountOf('weighted_response_p50_ms', 'c.response_p50_ms::bigint * c.response_turns', 'sum'),
  amount('worst_response_p95_ms', 'response_p95_ms', 'max'),
  countKnown('response_times_known', 'response_turns'),
  ...SQUARED.map((it) => amountOf(`${it}_squares`, `c.${it}::numeric * c.${it}`, 'sum')),
  amount('total_response_p50_ms', 'response_p50_ms'),
];

/** The facts that these fields count, as a join with calls `c`; empty if there are none. */
export function factsOf(measures: readonly Measure[]): string {
  const needed = Object.entries(FACTS).filter(([name]) => measures.some(({ fact }) => fact === name));
  if (needed.length === 0) return '';
  return `\n CROSS JOIN LATERAL (SELECT ${needed.map(([name, sql]) => `${sql} AS ${name}`).join(',\n              ')} OFFSET 0) f`;
}

/** The fields that a response needs: fewer are read faster. `name` distinguishes statements. */
export interface MeasureSet<K extends MeasureName = MeasureName> {
  readonly name: string;
  readonly measures: readonly Measure[];
  /** Only for the type. */
  readonly fields: readonly K[];
}

/** Names a set of fields, in the order of the table. */
export function measureSet<K extends MeasureName>(name: string, ...fields: readonly K[]): MeasureSet<K> {
  const wanted: ReadonlySet<string> = new Set(fields);
  return { name, fields, measures: MEASURES.filter((it) => wanted.has(it.name)) };
}

/** Sums of no calls at all. */
export const noCalls = <K extends MeasureName>(set: MeasureSet<K>): Pick<CallMeasures, K> =>
  Object.fromEntries(set.measures.map(({ name, ofNone }) => [name, ofNone])) as Pick<CallMeasures, K>;
