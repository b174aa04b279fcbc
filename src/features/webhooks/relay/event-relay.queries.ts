import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * The event up to which the deliveries of calls $3 were created. Each is looked up as a range, in
 * the order of the primary key: otherwise a cached plan would read all positions of the tenant
 * through the other index, which looks as cheap.
 */
export const WEBHOOK_POSITIONS = namedQuery('webhook_positions_read')`
SELECT p.call_id, p.sequence
  FROM unnest($3::text[]) AS asked (call_id)
 CROSS JOIN LATERAL (
       SELECT w.call_id, w.sequence FROM webhook_positions w
        WHERE w.client_id = $1 AND w.data_env = $2 AND w.call_id BETWEEN asked.call_id AND asked.call_id
        ORDER BY w.call_id LIMIT 1) p`;

/** Records that deliveries of calls $3 exist up to the events $4. */
export const ADVANCE_POSITIONS = namedQuery('webhook_positions_advance')`
INSERT INTO webhook_positions AS p (client_id, data_env, call_id, sequence, updated_at)
SELECT $1, $2, c, s, now() FROM unnest($3::text[], $4::integer[]) AS call (c, s)
    ON CONFLICT (client_id, data_env, call_id) DO UPDATE
   SET sequence = greatest(p.sequence, excluded.sequence), updated_at = excluded.updated_at`;
