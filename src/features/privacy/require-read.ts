import { staleConflict } from '../../core/http/errors/stale.js';
import { checkPrecondition, readIfMatch } from '../../core/http/etag/write-guard.policy.js';

/**
 * Lets those replace a decision who have read it (privacy 2.4, 5.9).
 * @param what the decision, in a word
 * @param current its etag
 * @param header If-Match
 * @throws 428, 409 or 400 unless the header names what stands
 */
export function requireRead(what: string, current: string, header: string | undefined): void {
  const stale = checkPrecondition(
    { guard: 'if_match', replacesState: true, current: [current], ifMatch: readIfMatch(header) },
    `Say which ${what} you have read: send its etag as If-Match (GET shows it); * is not enough.`,
  );
  if (stale) throw staleConflict({ ...stale, changed_paths: null });
}
