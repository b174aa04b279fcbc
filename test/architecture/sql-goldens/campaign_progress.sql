SELECT c.campaign_call_type AS "callType", c.compliance, w.washed_at AS "washedAt", w.valid_until AS "validUntil",
       counted.open OR c.deciding_since IS NOT NULL AS "isOpen", counted.lapsed AS "hasLapsedContacts",
       counted.consents AS "hasLapsedConsents"
  FROM campaigns c LEFT JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 CROSS JOIN LATERAL (
       SELECT coalesce(sum(value) FILTER (
                WHERE split_part(key, '/', 1) IN ('dialing', 'in_call') OR split_part(key, '/', 1) IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled') AND split_part(key, '/', 2) = '-'), 0) > 0 AS open,
              coalesce(sum(value) FILTER (
                WHERE split_part(key, '/', 1) IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled') AND split_part(key, '/', 2) IN ('registry_stale', 'registry_expired')), 0) > 0 AS lapsed,
              coalesce(sum(value) FILTER (WHERE split_part(key, '/', 1) IN ('pending', 'pending_dispatch', 'queued', 'retry_scheduled') AND split_part(key, '/', 2) = 'consent_expired'), 0) > 0 AS consents
         FROM campaign_counts
        WHERE client_id = $1 AND data_env = $2 AND campaign_id = c.campaign_id AND counter = 'listed') counted
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
