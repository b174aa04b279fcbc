/** Builds per person or key, for a client (requests 8.6). */
export const BUILDS = { limit: 12, seconds: 60 * 60 } as const;

/** Previews per person or key, for a client. */
export const PREVIEWS = { limit: 30, seconds: 300 } as const;

export const MAX_QUERY = 500;
export const MAX_TOP_K = 10;

/** Each project keeps ready builds that no version names, and as many others. */
export const KEPT_BUILDS = 10;

/** A source that could not be indexed this often, within about 20 minutes, fails its build. */
export const MOST_ATTEMPTS = 10;

export const GAP_DAYS = 30;
/** A word that fewer questions missed may be a name. */
export const LEAST_QUESTIONS = 3;
/** The most missing words stored per hour, so that nonsense does not fill the store. */
export const MOST_GAP_WORDS = 200;
/** The most missing words in a list. */
export const SHOWN_GAP_WORDS = 100;
