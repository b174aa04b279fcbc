WITH told AS (
     SELECT DISTINCT ON (t.campaign_id, t.contact_id) t.*
       FROM unnest($3::text[], $4::uuid[], $5::uuid[]) WITH ORDINALITY AS t (call_id, campaign_id, contact_id, place)
      ORDER BY t.campaign_id, t.contact_id, t.place DESC),
     held AS MATERIALIZED (
     SELECT c.campaign_id, c.contact_id, t.call_id
       FROM told t JOIN campaign_contacts c USING (campaign_id, contact_id)
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.attempt_count > 0
        AND c.last_call_id IS DISTINCT FROM t.call_id
      ORDER BY c.campaign_id, c.contact_id
        FOR UPDATE OF c)
UPDATE campaign_contacts c SET last_call_id = h.call_id
  FROM held h
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = h.campaign_id AND c.contact_id = h.contact_id
