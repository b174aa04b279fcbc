SELECT 
       d.dispatch_id AS "dispatchId", d.campaign_id AS "campaignId", d.contact_id AS "contactId",
       d.project_id AS "projectId", d.status AS "dispatchStatus", d.attempt_number AS "attemptNumber",
       d.taken_at AS "takenAt", d.ended_at AS "endedAt", d.last_sequence AS "lastSequence", d.disposition, d.call_id AS "callId",
       d.is_call_linked AS "isCallLinked", d.lease_expires_at AS "leaseExpiresAt",
       EXISTS (SELECT FROM single_dispatches s
                WHERE s.client_id = $1 AND s.data_env = $2 AND s.dispatch_id = d.dispatch_id AND s.call = '{}') AS "isErased"
  FROM dispatches d
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id IS NULL AND d.dispatch_id = ANY ($3::uuid[]) ORDER BY d.dispatch_id FOR UPDATE
