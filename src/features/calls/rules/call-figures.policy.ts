import { COST_PARTS, type CostPart } from './call-vocabulary.js';

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

/** Null if none is known. */
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
