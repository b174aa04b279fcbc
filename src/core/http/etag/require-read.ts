import type { PlatformError, StaleGuard } from '../../shared/platform-error.js';
import { staleConflict, staleSettings } from '../errors/stale.js';
import { checkPrecondition, readIfMatch } from './write-guard.policy.js';

/**
 * Refuses a replacement by a caller who has not read the current state (requests 6.2).
 * @param what short name of the resource
 * @param current its etag
 * @param header If-Match
 * @throws 428 without the header, 409 for another etag, 400 for an unreadable header
 */
export const requireRead = (what: string, current: string, header: string | undefined): void =>
  refuseUnread(what, current, header, staleConflict);

/**
 * The same for a client's settings (requests 6.9), where another etag is answered with 400
 * stale_settings.
 */
export const requireSettingsRead = (what: string, current: string, header: string | undefined): void =>
  refuseUnread(what, current, header, staleSettings);

function refuseUnread(
  what: string,
  current: string,
  header: string | undefined,
  errorOf: (stale: StaleGuard) => PlatformError,
): void {
  const stale = checkPrecondition(
    { guard: 'if_match', replacesState: true, current: [current], ifMatch: readIfMatch(header) },
    `Send the etag of the ${what} that you read in If-Match. GET returns it; * is not accepted.`,
  );
  if (stale) throw errorOf({ ...stale, changed_paths: null });
}
