import type { NamedQuery } from '../../../core/kernel/named-query.js';

/** What READ_BY_INDEX does. */
export const BY_INDEX = `set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`;

/**
 * Begins each transaction with statements on the queue. The queue is empty at one moment and has a hundred thousand rows at the next, so that
 * PostgreSQL takes it for as good as empty, and would read all of it for each row that is asked for. What is changed is therefore
 * named in an array, which is looked through once, and what is looked for row by row comes in the order that only the
 * right index has.
 */
export const READ_BY_INDEX: NamedQuery = {
  name: 'webhook_queue_read_by_index',
  ofStore: true,
  text: `SELECT ${BY_INDEX}`,
};
