import type { NamedQuery } from '../../../core/kernel/named-query.js';

/**
 * Up to which event the deliveries of calls $3 were made. They are asked for in the order that only the primary key has, after READ_BY_KEY: a
 * plan that is kept would else read all positions of the tenant.
 */
export const WEBHOOK_POSITIONS: NamedQuery = {
  name: 'webhook_positions_read',
  text: `
SELECT p.call_id, p.sequence FROM webhook_positions p
 WHERE p.client_id = $1 AND p.data_env = $2 AND p.call_id = ANY($3::text[])
 ORDER BY p.call_id`,
};

/** Notes that the deliveries of calls $3 were made up to the events $4. */
export const ADVANCE_POSITIONS: NamedQuery = {
  name: 'webhook_positions_advance',
  text: `
INSERT INTO webhook_positions AS p (client_id, data_env, call_id, sequence, updated_at)
SELECT $1, $2, c, s, now() FROM unnest($3::text[], $4::integer[]) AS call (c, s)
    ON CONFLICT (client_id, data_env, call_id) DO UPDATE
   SET sequence = greatest(p.sequence, excluded.sequence), updated_at = excluded.updated_at`,
};
