import { COST_PARTS } from '../../../call-records/rules/call-vocabulary.js';
import type { CallRecord, CostParts, ResponseTimes } from '../call-record.js';
import type { FieldReader } from '../field-reader.js';

export const COST_PART_FIELDS: ReadonlySet<string> = new Set(COST_PARTS);
export const RESPONSE_TIME_FIELDS = new Set(['turns', 'p50_ms', 'p95_ms', 'max_ms']);

/** numeric(14,4) holds ten digits before the point. */
export const MONEY_BELOW = 10_000_000_000;
/** Four decimals, as stored: sums of whole units are exact. */
const UNITS = 10_000;
/** More than one turn per second, all day. */
const MAX_TURNS = 100_000;
/** An hour: longer waits are an error of the runtime's clock. */
const MAX_MS = 3_600_000;

/** Null if no part is stated. */
export function readCostParts(fields: FieldReader | null): CostParts | null {
  if (fields === null) return null;
  const parts: CostParts = {
    speech_to_text: fields.optionalMoney('speech_to_text', MONEY_BELOW),
    model: fields.optionalMoney('model', MONEY_BELOW),
    text_to_speech: fields.optionalMoney('text_to_speech', MONEY_BELOW),
    telephony: fields.optionalMoney('telephony', MONEY_BELOW),
    platform: fields.optionalMoney('platform', MONEY_BELOW),
    other: fields.optionalMoney('other', MONEY_BELOW),
  };
  const { sum, count } = unitsOf(parts);
  if (sum >= MONEY_BELOW * UNITS) {
    return fields.refuse('out_of_range', [], `The parts must add up to less than ${MONEY_BELOW}.`);
  }
  return count === 0 ? null : parts;
}

/** Milliseconds are rounded to whole ones. */
export function readResponseTimes(fields: FieldReader | null): ResponseTimes | null {
  if (fields === null) return null;
  const turns = fields.integer('turns', 1, MAX_TURNS);
  const [p50Ms, p95Ms, maxMs] = [ms(fields, 'p50_ms'), ms(fields, 'p95_ms'), ms(fields, 'max_ms')];
  if (p95Ms < p50Ms) return fields.refuse('invalid_value', 'p95_ms', 'Must not be less than p50_ms.');
  if (maxMs < p95Ms) return fields.refuse('invalid_value', 'max_ms', 'Must not be less than p95_ms.');
  return { turns, p50Ms, p95Ms, maxMs };
}

const ms = (fields: FieldReader, name: string): number => Math.round(fields.number(name, 0, MAX_MS));

type Cost = Pick<CallRecord, 'costUsd' | 'costParts'>;

/**
 * The cost of a call and its parts, which add up to it. Without a reported cost their sum is the
 * cost. Null: the parts contradict the reported cost (calls-ingest 2.9).
 */
export function settledCost({ costUsd, costParts }: Cost): Cost | null {
  if (costParts === null) return { costUsd, costParts };
  const { sum, count } = unitsOf(costParts);
  if (costUsd === null) return { costUsd: sum / UNITS, costParts };
  // Each part was rounded separately.
  return Math.abs(sum - Math.round(costUsd * UNITS)) <= count ? { costUsd, costParts } : null;
}

function unitsOf(parts: CostParts): { readonly sum: number; readonly count: number } {
  const stated = Object.values(parts).filter((it) => it !== null);
  return { sum: stated.reduce((sum, it) => sum + Math.round(it * UNITS), 0), count: stated.length };
}
