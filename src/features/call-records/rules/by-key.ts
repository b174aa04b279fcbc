/**
 * Keeps PostgreSQL from scanning all calls or events of a client without statistics: rows come in
 * the order of the index on their key. It lasts for the transaction; put it into the first
 * statement.
 */
export const BY_KEY = `set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`;
