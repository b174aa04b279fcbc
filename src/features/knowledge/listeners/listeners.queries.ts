import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Forgets the words that one of the calls $3 was the last to miss in an hour, and these calls in the counts of hours. */
export const FORGET_CALLS_IN_GAPS = namedQuery('knowledge_gaps_forget_calls')`
WITH words AS (
     DELETE FROM knowledge_gaps g
      WHERE g.client_id = $1 AND g.data_env = $2 AND g.last_call_id = ANY ($3::text[]) AND g.word_encrypted IS NOT NULL)
UPDATE knowledge_gaps g
   SET last_call_id = NULL
 WHERE g.client_id = $1 AND g.data_env = $2 AND g.last_call_id = ANY ($3::text[]) AND g.word_encrypted IS NULL`;
