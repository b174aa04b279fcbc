WITH forgotten AS (
DELETE FROM call_follow_ups f
 USING call_index i
 WHERE f.client_id = $1 AND f.data_env = $2 AND f.call_id = ANY ($6::text[])
   AND i.client_id = $1 AND i.data_env = $2 AND i.call_id = f.call_id AND i.erased_at IS NOT NULL)
INSERT INTO call_follow_ups (client_id, data_env, call_id, state, reason, tag_hashes, created_at, updated_at)
SELECT $1, $2, c.call_id, 'open', CASE WHEN c.call_status = 'missed' AND c.direction = 'inbound' THEN 'missed_inbound' ELSE 'upset_caller' END,
       '{}', $5, $5
  FROM follow_up_settings s
 CROSS JOIN unnest($3::text[], $4::timestamptz[]) AS changed (call_id, started_at_utc)
  JOIN call_index i ON i.client_id = $1 AND i.data_env = $2 AND i.call_id = changed.call_id AND i.erased_at IS NULL
  JOIN calls c ON c.client_id = $1 AND c.data_env = $2 AND c.call_id = changed.call_id
              AND c.started_at_utc = changed.started_at_utc
 WHERE s.client_id = $1 AND s.data_env = $2
   AND ((s.missed_inbound AND c.call_status = 'missed' AND c.direction = 'inbound') OR (s.upset_callers AND CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END = 'negative'))
   AND c.started_at_utc > $5::timestamptz - interval '7 days'
    ON CONFLICT DO NOTHING
