import { namedQuery } from '../database/unit-of-work/named-query.js';

// The first two parameters are always the tenant.
const FIELDS = 'occurred_at, action, outcome, actor_kind, actor_id, scope, request_id, metadata';

export const LIST_AUDIT = namedQuery('audit_list')`
    SELECT event_id, ${FIELDS} FROM audit_outbox WHERE client_id = $1 AND data_env = $2 ORDER BY event_id LIMIT $3`;

/**
 * A row that exists already was written by a relay that died before it removed the row from the
 * outbox.
 */
export const RECEIVE_AUDIT = namedQuery('audit_receive')`
    INSERT INTO audit_events (client_id, data_env, event_id, ${FIELDS})
    SELECT $1, $2, event_id, ${FIELDS}
      FROM jsonb_to_recordset($3::jsonb) AS e (
        event_id uuid, occurred_at timestamptz, action text, outcome text, actor_kind text, actor_id text,
        scope text, request_id text, metadata jsonb)
    ON CONFLICT DO NOTHING`;

export const REMOVE_AUDIT = namedQuery('audit_remove')`
    DELETE FROM audit_outbox WHERE client_id = $1 AND data_env = $2 AND event_id = ANY($3::uuid[])`;
