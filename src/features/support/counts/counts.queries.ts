import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { AWAITS_CUSTOMER, AWAITS_STAFF, IS_VISIBLE } from '../lookup/tickets.queries.js';

/** Tickets that are not closed, with the position up to which the person $3 has read each. */
const LIVE = `
  FROM support_tickets t
  LEFT JOIN support_read_marks m
    ON m.client_id = $1 AND m.data_env = $2 AND m.person = $3 AND m.ticket_id = t.ticket_id
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.status IN ('new', 'open', 'pending', 'solved') AND ${IS_VISIBLE}`;

/** For staff: unread tickets, and those that wait for the person $3 or for any member of staff. */
export const STAFF_BADGE = namedQuery('support_badge_of_staff')`
SELECT count(*) FILTER (WHERE t.last_sequence > coalesce(m.read_sequence, 0))::integer AS unread,
       count(*) FILTER (WHERE ${AWAITS_STAFF})::integer AS awaiting${LIVE}`;

/** For customers: unread tickets, and those in which the person $3 takes part and owes an answer. */
export const CUSTOMER_BADGE = namedQuery('support_badge_of_customer')`
SELECT count(*) FILTER (WHERE t.last_public_sequence > coalesce(m.read_sequence, 0))::integer AS unread,
       count(*) FILTER (WHERE ${AWAITS_CUSTOMER})::integer AS awaiting${LIVE}`;

/** Tickets that are neither solved nor closed. */
export const OPEN_TICKETS = namedQuery('support_open_count')`
SELECT count(*)::integer AS open
  FROM support_tickets t
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.status IN ('new', 'open', 'pending') AND ${IS_VISIBLE}`;
