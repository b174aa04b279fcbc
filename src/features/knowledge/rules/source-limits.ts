const MIB = 1024 * 1024;

/** Limits of knowledge sources (knowledge 2.4, 3.1, 3.3, 3.10). */
export const MOST_SOURCES = 200;
/** Sources that a person or key adds for a client. */
export const ADDED_SOURCES = { limit: 300, seconds: 60 * 60 } as const;
/** The texts of all sources of a project together, in bytes of UTF-8. */
export const MOST_TEXT_BYTES = 100_000_000;
/** The text of a source in bytes of UTF-8; a build indexes it within one lease. */
export const MOST_SOURCE_TEXT_BYTES = 50_000_000;
export const MOST_CONTENT_BYTES = 20 * MIB;
/** A text that people read back and edit: some 60 pages. A rotation of keys reads 200 of them at once. */
export const MOST_KEPT_BYTES = 128 * 1024;
export const MOST_PAGE_BYTES = 5 * MIB;
export const MOST_REDIRECTS = 3;
