import type { ConfigurationState } from './configuration-state.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/**
 * A draft that was not edited for this long starts its count again, so that a draft that cannot be
 * published can still be corrected.
 */
export const REST_MS = DAY_MS;

/**
 * How many edits a draft has once `more` of them are saved. A new draft continues the count of
 * discarded edits, which stay in the history.
 * @returns null if that is more than `limit`
 */
export function editCountAfter(
  { draft, discarded }: Pick<ConfigurationState, 'draft' | 'discarded'>,
  more: number,
  limit: number,
  now: Date,
): number | null {
  const gathered = draft ?? discarded;
  const isRested = gathered === null || now.getTime() - gathered.updatedAt.getTime() >= REST_MS;
  const count = (isRested ? 0 : gathered.editCount) + more;
  return count > limit ? null : count;
}
