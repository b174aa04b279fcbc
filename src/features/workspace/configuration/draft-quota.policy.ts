import type { ConfigurationState } from './configuration-state.js';

/** A draft that was not edited for so long counts anew: one that cannot be published as it is can still be mended. */
export const REST_MS = 24 * 3_600_000;

/**
 * How many edits a draft has gathered once `more` of them are saved.
 * @returns null where that is more than `limit`
 */
export function editCountAfter(
  draft: ConfigurationState['draft'],
  more: number,
  limit: number,
  now: Date,
): number | null {
  const isRested = draft === null || now.getTime() - draft.updatedAt.getTime() >= REST_MS;
  const count = (isRested ? 0 : draft.editCount) + more;
  return count > limit ? null : count;
}
