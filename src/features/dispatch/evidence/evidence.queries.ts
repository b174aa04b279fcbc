import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Evidence of the claim that led to call $3 in project $4; the latest, if there are several. */
export const EVIDENCE_OF_CALL = namedQuery('evidence_of_call')`
SELECT e.dispatch_id, e.policy_source, e.policy_version, e.call_type, e.jurisdiction, e.blocks
  FROM dispatches d
  JOIN outbound_evidence e USING (client_id, data_env, dispatch_id)
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.call_id = $3 AND d.project_id = $4
 ORDER BY d.taken_at DESC, d.dispatch_id DESC LIMIT 1`;
