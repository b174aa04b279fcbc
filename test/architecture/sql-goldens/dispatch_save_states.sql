WITH told AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::text[], $5::integer[], $6::timestamptz[], $7::text[], $8::timestamptz[], $9::text[],
                          $10::boolean[], $11::uuid[], $12::uuid[], $13::text[], $14::timestamptz[], $15::text[], $16::text[])
                AS t (dispatch_id, status, last_sequence, lease_expires_at, disposition, ended_at, call_id, is_call_linked,
                      campaign_id, contact_id, contact_status, next_attempt_at, last_disposition, reason)),
     noted AS (
     UPDATE dispatches d
        SET status = t.status, last_sequence = t.last_sequence, lease_expires_at = t.lease_expires_at,
            disposition = t.disposition, ended_at = t.ended_at, call_id = t.call_id, is_call_linked = t.is_call_linked
       FROM told t
      WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = t.dispatch_id)
UPDATE campaign_contacts c
   SET status = t.contact_status, next_attempt_at = t.next_attempt_at, last_disposition = t.last_disposition,
       last_call_id = coalesce(t.call_id, c.last_call_id),
       is_callable = CASE WHEN c.not_callable_reason = 'dnc' THEN 'dnc'
            WHEN t.status = 'ended' AND c.not_callable_reason IN ('max_attempts_reached', 'campaign_closed') THEN t.reason
            ELSE coalesce(t.reason, c.not_callable_reason) END IS NULL, not_callable_reason = CASE WHEN c.not_callable_reason = 'dnc' THEN 'dnc'
            WHEN t.status = 'ended' AND c.not_callable_reason IN ('max_attempts_reached', 'campaign_closed') THEN t.reason
            ELSE coalesce(t.reason, c.not_callable_reason) END, updated_at = $17
  FROM told t
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = t.campaign_id AND c.contact_id = t.contact_id
