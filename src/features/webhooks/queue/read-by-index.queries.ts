import type { NamedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** What READ_BY_INDEX does. */
export const BY_INDEX = ['sort', 'seqscan', 'nestloop']
  .map((way) => `set_config('enable_${way}', 'off', true)`)
  .join(', ');

/**
 * Begins each transaction with statements on the queue. The queue is empty at one moment and has a hundred thousand rows at the next, so that
 * PostgreSQL takes it for as good as empty, and would read all of it for each row that is asked for. What is changed is therefore
 * named in an array, which is looked through once, and what is looked for row by row comes in the order that only the
 * right index has. What is told of the rows of an array is joined to them by a hash: a plan that is kept takes arrays for short ones, and
 * would compare each row with each. LATERAL is looked up row by row all the same.
 */
export const READ_BY_INDEX: NamedQuery = {
  name: 'webhook_queue_read_by_index',
  ofStore: true,
  text: `SELECT ${BY_INDEX}`,
};
