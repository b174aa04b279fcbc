import { decimal4, divideDecimal } from '../../../core/http/fields/numbers.policy.js';
import { COST_PARTS, type CostPart } from '../../call-records/rules/call-vocabulary.js';
import type { CostPartsTotalResponse, ResponseTimesResponse } from './call-figures.response.js';
import type { CallMeasures } from './measures.js';

/** The sums of response times. */
export const RESPONSE_TIME_MEASURES = [
  'response_times_known',
  'response_turns',
  'weighted_response_p50_ms',
  'worst_response_p95_ms',
] as const;

/** The sums of the parts of costs and of response times. */
export const FIGURE_MEASURES = [
  'cost_parts_known',
  'total_cost_speech_to_text',
  'total_cost_model',
  'total_cost_text_to_speech',
  'total_cost_telephony',
  'total_cost_platform',
  'total_cost_other',
  ...RESPONSE_TIME_MEASURES,
] as const;

type CostPartMeasures = Pick<CallMeasures, 'cost_parts_known' | `total_cost_${CostPart}`>;
type ResponseTimeMeasures = Pick<CallMeasures, (typeof RESPONSE_TIME_MEASURES)[number]>;

/** Null if no call states any part. */
export function costPartsOf(sums: CostPartMeasures): CostPartsTotalResponse | null {
  if (Number(sums.cost_parts_known) === 0) return null;
  const of = (part: CostPart): number | null => {
    const sum = sums[`total_cost_${part}`];
    return sum === null ? null : decimal4(sum);
  };
  return {
    calls: Number(sums.cost_parts_known),
    speech_to_text: of('speech_to_text'),
    model: of('model'),
    text_to_speech: of('text_to_speech'),
    telephony: of('telephony'),
    platform: of('platform'),
    other: of('other'),
  };
}

/** Null if no call was measured. A call counts towards the median once per turn. */
export function responseTimesOf(sums: ResponseTimeMeasures): ResponseTimesResponse | null {
  if (Number(sums.response_times_known) === 0) return null;
  const turns = Number(sums.response_turns);
  return {
    calls: Number(sums.response_times_known),
    turns,
    p50_ms: divideDecimal(sums.weighted_response_p50_ms ?? 0, turns, 0),
    worst_p95_ms: Number(sums.worst_response_p95_ms),
  };
}

/** Parts of a call's cost as stored; numeric arrives as text. */
export type CostPartsRecord = Readonly<Record<`cost_${CostPart}`, string | null>>;

/** The response times of a call as stored: all or none. */
export interface ResponseTimesRecord {
  readonly response_turns: number | null;
  readonly response_p50_ms: number | null;
  readonly response_p95_ms: number | null;
  readonly response_max_ms: number | null;
}

/** These columns of a call `c`. */
export const FIGURE_COLUMNS =
  `${COST_PARTS.map((part) => `c.cost_${part}`).join(', ')},
       ` + 'c.response_turns, c.response_p50_ms, c.response_p95_ms, c.response_max_ms';

/** Null if no part is known. */
export function shownCostParts(call: CostPartsRecord): Record<CostPart, number | null> | null {
  if (COST_PARTS.every((part) => call[`cost_${part}`] === null)) return null;
  const of = (part: CostPart): number | null => {
    const stored = call[`cost_${part}`];
    return stored === null ? null : Number(stored);
  };
  return {
    speech_to_text: of('speech_to_text'),
    model: of('model'),
    text_to_speech: of('text_to_speech'),
    telephony: of('telephony'),
    platform: of('platform'),
    other: of('other'),
  };
}

export function shownResponseTimes(
  call: ResponseTimesRecord,
): Readonly<Record<'turns' | 'p50_ms' | 'p95_ms' | 'max_ms', number>> | null {
  if (call.response_turns === null) return null;
  return {
    turns: call.response_turns,
    p50_ms: call.response_p50_ms!,
    p95_ms: call.response_p95_ms!,
    max_ms: call.response_max_ms!,
  };
}
