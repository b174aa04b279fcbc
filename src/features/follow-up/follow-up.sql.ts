export { tagHash } from './rules/tags.js';

/** SQL of whether the call `c` has a follow-up `f` of which this holds. */
export const hasFollowUp = (condition: string): string =>
  `EXISTS (SELECT FROM call_follow_ups f
           WHERE f.client_id = c.client_id AND f.data_env = c.data_env AND f.call_id = c.call_id AND ${condition})`;
