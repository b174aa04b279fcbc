import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Adds the recipient $4 to the ticket $3: the person $5 or the address $6, at $7, by $8. */
export const ADD_RECIPIENT = namedQuery('support_recipient_add')`
INSERT INTO support_recipients (client_id, data_env, ticket_id, recipient_id, user_id, address_id, added_at, added_by)
VALUES ($1, $2, $3::uuid, $4::uuid, $5, $6::uuid, $7, $8)`;

/** Removes the recipient $4 from the ticket $3. */
export const REMOVE_RECIPIENT = namedQuery('support_recipient_remove')`
DELETE FROM support_recipients r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.ticket_id = $3::uuid AND r.recipient_id = $4::uuid`;
