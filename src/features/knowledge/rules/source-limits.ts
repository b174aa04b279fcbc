const MIB = 1024 * 1024;

/** Limits of knowledge sources (knowledge 2.5, 3.1, 3.3). */
export const MOST_SOURCES = 200;
/** The texts of all sources of a project together, in bytes of UTF-8. */
export const MOST_TEXT_BYTES = 100_000_000;
export const MOST_CONTENT_BYTES = 20 * MIB;
export const MOST_PAGE_BYTES = 5 * MIB;
export const MOST_REDIRECTS = 3;
