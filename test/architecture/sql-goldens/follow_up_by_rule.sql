WITH forgotten AS (
DELETE FROM call_follow_ups f
 WHERE f.client_id = $1 AND f.data_env = $2 AND f.call_id = ANY ($6::text[])
   AND (SELECT i.erased_at FROM call_index i
         WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = f.call_id) IS NOT NULL),
     rule AS MATERIALIZED (
     SELECT missed_inbound, upset_callers FROM follow_up_settings
      WHERE client_id = $1 AND data_env = $2 AND (missed_inbound OR upset_callers))
INSERT INTO call_follow_ups (client_id, data_env, call_id, state, reason, tag_hashes, created_at, updated_at)
SELECT $1, $2, c.call_id, 'open', CASE WHEN c.call_status = 'missed' AND c.direction = 'inbound' THEN 'missed_inbound' ELSE 'upset_caller' END,
       '{}', $5, $5
  FROM rule s
 CROSS JOIN unnest($3::text[], $4::timestamptz[]) AS changed (call_id, started_at_utc)
 CROSS JOIN LATERAL (
       SELECT k.call_id, k.call_status, k.direction, k.sentiment, k.caller_sentiment FROM calls k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = changed.call_id
          AND k.started_at_utc = changed.started_at_utc
        LIMIT 1) c
 WHERE ((s.missed_inbound AND c.call_status = 'missed' AND c.direction = 'inbound') OR (s.upset_callers AND CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END = 'negative'))
   AND changed.started_at_utc > $5::timestamptz - interval '7 days'
   AND (SELECT i.erased_at IS NULL FROM call_index i
         WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = c.call_id)
    ON CONFLICT DO NOTHING
