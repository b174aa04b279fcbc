WITH ended AS MATERIALIZED (
     SELECT * FROM unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::integer[], $7::text[], $8::uuid[], $9::uuid[],
                          $10::text[], $11::timestamptz[], $12::text[])
                AS e (dispatch_id, disposition, ended_at, last_sequence, call_id, campaign_id, contact_id, status,
                      next_attempt_at, reason)),
     settled AS (
     UPDATE dispatches d
        SET status = 'ended', disposition = e.disposition, ended_at = e.ended_at, last_sequence = e.last_sequence,
            call_id = coalesce(d.call_id, e.call_id)
       FROM ended e
      WHERE d.client_id = $1 AND d.data_env = $2 AND d.dispatch_id = e.dispatch_id
  RETURNING d.dispatch_id, d.call_id)
UPDATE campaign_contacts c
   SET status = e.status, next_attempt_at = e.next_attempt_at, last_disposition = e.disposition,
       last_call_id = coalesce(s.call_id, c.last_call_id),
       is_callable = c.is_callable AND e.reason IS NULL,
       not_callable_reason = coalesce(e.reason, c.not_callable_reason), updated_at = $13
  FROM ended e JOIN settled s USING (dispatch_id)
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = e.campaign_id AND c.contact_id = e.contact_id
