/** The largest value of PostgreSQL's integer, the type of columns for revisions and counts. */
export const MAX_INTEGER = 2_147_483_647;
