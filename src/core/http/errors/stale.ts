import { pathOfPointer } from '../../shared/json/json-path.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { PlatformError, type StaleGuard } from '../../shared/platform-error.js';

/** The most paths in one response; a client with more changes reads everything again. */
const MAX_CHANGED_PATHS = 50;

// The forms of our etags, version numbers and revisions; other text must not be repeated in a
// response.
const OURS = /^(?:default|v[1-9]\d{0,9}-[0-9a-f]{16}|r\d{1,10}-[0-9a-f]{16}|[0-9a-f]{24}|\d{1,10})$/;

/** The sent token if it has the form of our tokens, so that a response may repeat it; else null. */
export const echoableToken = (sent: string): string | null => (OURS.test(sent) ? sent : null);

/**
 * 409 conflict for a stale guard.
 * @param stale with JSON pointers to changes, which responses show as paths (errors 4.3)
 * @param message what to read and send again; default: the catalogue's
 */
export const staleConflict = (stale: StaleGuard, message?: string): PlatformError =>
  new PlatformError(CATALOGUE.conflict, {
    stale: withPaths(stale),
    ...(message === undefined ? {} : { message }),
  });

/** 400 stale_settings of a stale guard of a client's settings. */
export const staleSettings = (stale: StaleGuard): PlatformError =>
  new PlatformError(CATALOGUE.staleSettings, { stale: withPaths(stale) });

const withPaths = (stale: StaleGuard): StaleGuard => ({
  ...stale,
  changed_paths: stale.changed_paths?.slice(0, MAX_CHANGED_PATHS).map(pathOfPointer) ?? null,
});
