import { decimal4, divideDecimal } from '../../../core/http/fields/numbers.policy.js';
import type { CostPart } from '../rules/call-vocabulary.js';
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

/** Null if no call states a part. */
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

/** Null if no call was timed. A call counts for the median as often as it has turns. */
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
