import { divideDecimal, percentage } from '../../../core/http/fields/numbers.policy.js';
import type { CallerMixResponse } from './privacy-aggregates.response.js';
import { isSmallGroup, isTooSmall } from '../lookup/small-groups.policy.js';
import { CALLER_MIX_LOOKBACK_DAYS } from './look-back.policy.js';

/** The queries' results for the range. Counts of people may be 0 if matching was not tried. */
export interface CallerMixInput {
  /** Whether the project has the caller-mix capability. */
  readonly supported: boolean;
  readonly totalCalls: number;
  readonly identifiedCalls: number;
  /** Calls in the range or its look-back with another key, which cannot be matched. */
  readonly foreignKeyCalls: number;
  readonly matchingKeyAvailable: boolean;
  /** Whether the range consists of whole days in the project's time zone. */
  readonly wholeLocalDays: boolean;
  readonly uniqueCallers: number;
  readonly returningCallers: number;
}

/**
 * Decides whether the caller mix may be shown, and shows it (calls section 13). The first
 * applicable reason is given: unsupported, no_calls, identity_unavailable, matching_unavailable,
 * below_k, ready. Percentages are shares of the unique callers.
 */
export function callerMix(input: CallerMixInput): CallerMixResponse {
  if (!input.supported) return withheld('unsupported');
  if (input.totalCalls === 0) return shown('no_calls', input, 0, 0);
  if (input.identifiedCalls === 0) return withheld('identity_unavailable');
  // Otherwise, subtracting ranges that end within a day could isolate a single caller.
  const matchable = input.matchingKeyAvailable && input.foreignKeyCalls === 0 && input.wholeLocalDays;
  if (!matchable) return withheld('matching_unavailable');
  const { uniqueCallers: unique, returningCallers: returning } = input;
  if (isTooSmall(unique) || isSmallGroup(returning) || isSmallGroup(unique - returning)) {
    return withheld('below_k');
  }
  return shown('ready', input, unique, returning);
}

/**
 * The response if subtracting this mix from another one would leave only a few people
 * (`differences`).
 */
export const BELOW_K: Readonly<CallerMixResponse> = Object.freeze(withheld('below_k'));

function withheld(reason: CallerMixResponse['reason_code']): CallerMixResponse {
  return {
    status: 'unavailable',
    reason_code: reason,
    lookback_days: CALLER_MIX_LOOKBACK_DAYS,
    metrics: null,
  };
}

function shown(
  reason: CallerMixResponse['reason_code'],
  input: CallerMixInput,
  unique: number,
  returning: number,
): CallerMixResponse {
  const identified = unique === 0 ? 0 : input.identifiedCalls;
  return {
    status: 'available',
    reason_code: reason,
    lookback_days: CALLER_MIX_LOOKBACK_DAYS,
    metrics: {
      total_calls: input.totalCalls,
      identified_calls: identified,
      unique_callers: unique,
      new_callers: unique - returning,
      returning_callers: returning,
      new_callers_percent: percentage(unique - returning, unique),
      returning_callers_percent: percentage(returning, unique),
      avg_calls_per_caller: unique === 0 ? 0 : divideDecimal(identified, unique, 2),
    },
  };
}
