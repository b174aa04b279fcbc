import { namedQuery } from '../../core/database/unit-of-work/named-query.js';

/**
 * Appends decisions that are not recorded yet, of $3 as JSON; returns their ids. $4: now; $5 and
 * $6: who records them.
 */
export const RECORD_DECISIONS = namedQuery('audit_decisions_record')`
INSERT INTO audit_decisions (client_id, data_env, decision_id, action, resource_type, resource_id, decision, reason_code,
                             occurred_at, content_hash, recorded_at, recorded_by_kind, recorded_by)
SELECT $1, $2, s.decision_id, s.action, s.resource_type, s.resource_id, s.decision, s.reason_code,
       s.occurred_at, s.content_hash, $4, $5, $6
  FROM jsonb_to_recordset($3::jsonb) AS s(decision_id text, action text, resource_type text, resource_id text,
                                          decision text, reason_code text, occurred_at timestamptz, content_hash text)
    ON CONFLICT (client_id, data_env, decision_id) DO NOTHING
RETURNING decision_id`;

/** Content hashes of the recorded decisions among the ids in $3. */
export const RECORDED_DECISIONS = namedQuery('audit_decisions_recorded')`
SELECT decision_id, content_hash
  FROM audit_decisions
 WHERE client_id = $1 AND data_env = $2 AND decision_id = ANY($3::text[])`;
