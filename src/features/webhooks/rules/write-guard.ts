import { staleConflict } from '../../../core/http/errors/stale.js';
import { checkPrecondition, readIfMatch } from '../../../core/http/etag/write-guard.policy.js';

/** The guard of a request: the state that its sender has read. */
export interface Proof {
  /** The header. */
  readonly ifMatch: string | undefined;
  /** `revision_hash` of the body, if the route accepts it there as well. */
  readonly hash?: string | undefined;
}

/** The locations of a guard: PATCH and create accept both, other routes only the header. */
export type GuardSource = 'if_match' | 'if_match_or_token';

/**
 * Compares the revision that a request has read with the stored one (webhooks section 3).
 * @throws 428 if no state was named, 409 for another one, 400 for an unreadable If-Match
 */
export function assertRead(
  guard: GuardSource,
  { ifMatch, hash }: Proof,
  current: string,
  resource: 'webhook' | 'list of webhooks' = 'webhook',
): void {
  const places = guard === 'if_match' ? 'If-Match' : 'If-Match or as revision_hash in the body';
  const stale = checkPrecondition(
    {
      guard,
      replacesState: true,
      current: [current],
      ifMatch: readIfMatch(ifMatch),
      token: hash,
      tokenField: 'revision_hash',
    },
    `Read the ${resource} of the project and send its revision_hash as ${places}; * is not accepted.`,
  );
  if (!stale) return;
  const next = 'Read it again and send its revision_hash.';
  const message =
    stale.sent === null
      ? `${stale.guard} was never the revision_hash of this webhook. ${next}`
      : `The ${resource} changed since it was read. ${next}`;
  throw staleConflict({ ...stale, changed_paths: null }, message);
}
