export { tagHash } from './rules/tags.js';

/** SQL condition: the call `c` has a follow-up `f` that meets this condition. */
export const hasFollowUp = (condition: string): string =>
  `EXISTS (SELECT FROM call_follow_ups f
           WHERE f.client_id = c.client_id AND f.data_env = c.data_env AND f.call_id = c.call_id AND ${condition})`;

/**
 * SQL condition: the call has a follow-up that is done. For statements over several clients.
 * @param call the alias of their calls
 */
export const isDoneOfClients = (call: string): string =>
  `EXISTS (SELECT FROM call_follow_ups_of_clients f
           WHERE f.client_id = ${call}.client_id AND f.data_env = ${call}.data_env AND f.call_id = ${call}.call_id
             AND f.state = 'done')`;
