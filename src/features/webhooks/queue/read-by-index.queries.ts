import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

export const BY_INDEX = ['sort', 'seqscan', 'nestloop']
  .map((way) => `set_config('enable_${way}', 'off', true)`)
  .join(', ');

/**
 * Begins each transaction with statements on the queue. The queue is empty at one moment and has a
 * hundred thousand rows at the next: PostgreSQL plans for an almost empty table, and would scan all
 * of it for each row. Changed rows are therefore named in an array, which is searched once, and
 * single rows are read in the order that only the right index has. Values for the rows of an array
 * are joined by a hash: a cached plan assumes short arrays, and would compare every row with every
 * other. LATERAL still looks up row by row.
 */
export const READ_BY_INDEX: NamedQuery = {
  name: 'webhook_queue_read_by_index',
  ofStore: true,
  text: `SELECT ${BY_INDEX}`,
};
