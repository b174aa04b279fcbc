import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** A call of a ticket, as stored. */
export interface RelatedCallRow {
  readonly call_id: string;
  readonly project_id: string;
  readonly started_at: Date;
  readonly attached_at: Date;
  readonly attached_by: string;
}

/** The calls of the ticket $3, the newest call first. */
export const RELATED_CALLS = namedQuery('support_related_calls')`
SELECT r.call_id, r.project_id, r.started_at, r.attached_at, r.attached_by
  FROM support_related_calls r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.ticket_id = $3::uuid
 ORDER BY r.started_at DESC, r.call_id`;

/** Attaches the calls $4 of the projects $5, which started at $6, to the ticket $3: at $7, by $8. */
export const ATTACH_CALLS = namedQuery('support_attach_calls')`
INSERT INTO support_related_calls (client_id, data_env, ticket_id, call_id, project_id, started_at, attached_at, attached_by)
SELECT $1, $2, $3::uuid, c.call_id, c.project_id, c.started_at, $7, $8
  FROM unnest($4::text[], $5::text[], $6::timestamptz[]) AS c (call_id, project_id, started_at)
    ON CONFLICT DO NOTHING`;

export const DETACH_CALL = namedQuery('support_detach_call')`
DELETE FROM support_related_calls r
 WHERE r.client_id = $1 AND r.data_env = $2 AND r.ticket_id = $3::uuid AND r.call_id = $4`;

/** Recounts the calls of the ticket $3. */
export const COUNT_CALLS = namedQuery('support_count_calls')`
UPDATE support_tickets t
   SET related_calls = (SELECT count(*) FROM support_related_calls r
                         WHERE r.client_id = $1 AND r.data_env = $2 AND r.ticket_id = $3::uuid)
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.ticket_id = $3::uuid
RETURNING t.related_calls`;
