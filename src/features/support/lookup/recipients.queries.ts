import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A recipient as stored: a person, or an address. */
export interface RecipientRow {
  readonly recipient_id: string;
  readonly user_id: string | null;
  readonly address_id: string | null;
  readonly added_at: Date;
  readonly added_by: string;
}

/** The recipients of the ticket $3, in the order in which they were added. */
export const RECIPIENTS = namedQuery('support_recipients')`
SELECT r.recipient_id, r.user_id, r.address_id, r.added_at, r.added_by
  FROM support_recipients r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.ticket_id = $3::uuid
 ORDER BY r.added_at, r.recipient_id`;
