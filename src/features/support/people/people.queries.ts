import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { IS_VISIBLE } from '../lookup/tickets.queries.js';

/** More than a person chooses from; the search also accepts any other id. */
const MOST_PEOPLE = 200;

/**
 * The people who opened a ticket that the reader ($3 to $6) sees. Each step of the recursion reads
 * one entry of the index by requester, so that the number of tickets does not matter.
 */
export const REQUESTERS = namedQuery('support_requesters')`
WITH RECURSIVE people AS (
     (SELECT n.requester FROM support_tickets n
       WHERE n.client_id = $1 AND n.data_env = $2
       ORDER BY n.requester
       LIMIT 1)
     UNION ALL
    SELECT (SELECT n.requester FROM support_tickets n
             WHERE n.client_id = $1 AND n.data_env = $2 AND n.requester > p.requester
             ORDER BY n.requester
             LIMIT 1)
      FROM people p
     WHERE p.requester IS NOT NULL)
SELECT p.requester
  FROM people p
 WHERE p.requester IS NOT NULL
   AND EXISTS (SELECT FROM support_tickets t
                WHERE t.client_id = $1 AND t.data_env = $2 AND t.requester = p.requester AND ${IS_VISIBLE})
 LIMIT ${MOST_PEOPLE}`;
