import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Serialises requests that create webhooks of one project: each sees those created before it. */
export const TAKE_WEBHOOKS_TURN = namedQuery('webhooks_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'webhooks', $1::text, $2::text, $3::text), 0))`;

/** Whether a project may have webhooks; no row if the project does not exist. */
export const WEBHOOK_PROJECT = namedQuery('webhook_project')`
    SELECT p.lifecycle_state = 'archived' AS is_archived FROM projects p
     WHERE p.client_id = $1 AND p.data_env = $2 AND p.project_id = $3`;

/** Locks a webhook until the transaction ends. */
export const LOCK_WEBHOOK = namedQuery('webhook_lock')`
    SELECT 1 FROM webhook_endpoints w
     WHERE w.client_id = $1 AND w.data_env = $2 AND w.webhook_id = $3 FOR UPDATE`;
