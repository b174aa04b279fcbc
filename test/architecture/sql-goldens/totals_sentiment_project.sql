WITH raw_hours AS MATERIALIZED (
     SELECT m.hour_utc FROM call_rollup_dirty_hours m
      WHERE m.client_id = $1 AND m.data_env = $2 AND m.project_id = $5 AND m.hour_utc > $3::timestamptz - interval '1 hour' AND m.hour_utc < $4
      UNION
     SELECT unnest($7::timestamptz[])),
     parts AS (
     SELECT width_bucket(r.hour_utc, $6::timestamptz[]) AS bucket,
            sum(r.sentiment_positive) AS sentiment_positive,
            sum(r.sentiment_neutral) AS sentiment_neutral,
            sum(r.sentiment_negative) AS sentiment_negative,
            sum(r.sentiment_unclassified) AS sentiment_unclassified
       FROM call_rollups r
      WHERE r.client_id = $1 AND r.data_env = $2 AND r.project_id = $5 AND r.hour_utc >= $3 AND r.hour_utc < $4
        AND NOT EXISTS (SELECT FROM raw_hours h WHERE h.hour_utc = r.hour_utc)
      GROUP BY 1
      UNION ALL
     SELECT width_bucket(c.started_at_utc, $6::timestamptz[]) AS bucket,
            count(*) FILTER (WHERE f.sentiment = 'positive') AS sentiment_positive,
            count(*) FILTER (WHERE f.sentiment = 'neutral') AS sentiment_neutral,
            count(*) FILTER (WHERE f.sentiment = 'negative') AS sentiment_negative,
            count(*) FILTER (WHERE f.sentiment = 'unclassified') AS sentiment_unclassified
       FROM raw_hours h
      CROSS JOIN LATERAL (
            SELECT c.* FROM calls c
             WHERE c.client_id = $1 AND c.data_env = $2 AND c.project_id = $5 AND c.started_at_utc >= $3 AND c.started_at_utc < $4
               AND c.started_at_utc >= h.hour_utc AND c.started_at_utc < h.hour_utc + interval '1 hour'
            OFFSET 0) c
 CROSS JOIN LATERAL (SELECT CASE WHEN c.sentiment IN ('positive', 'neutral', 'negative') THEN c.sentiment WHEN c.caller_sentiment IN ('positive', 'neutral', 'negative') THEN c.caller_sentiment ELSE 'unclassified' END AS sentiment OFFSET 0) f
      GROUP BY 1)
SELECT p.bucket,
       sum(p.sentiment_positive) AS sentiment_positive,
            sum(p.sentiment_neutral) AS sentiment_neutral,
            sum(p.sentiment_negative) AS sentiment_negative,
            sum(p.sentiment_unclassified) AS sentiment_unclassified
  FROM parts p
 GROUP BY p.bucket
