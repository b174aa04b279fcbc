/**
 * What keeps PostgreSQL from going through all calls or events of a client that it has no statistics of yet: rows come in the order of the
 * index that has their key. For the transaction; belongs into its first statement.
 */
export const BY_KEY = `set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`;
