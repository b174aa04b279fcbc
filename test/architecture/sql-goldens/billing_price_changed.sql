UPDATE billing_plans p
   SET provider_changed_at = $2, provider_event_at = $3, provider_event_id = $4
 WHERE (p.provider_event_at IS NULL OR p.provider_event_at < $3
                  OR (p.provider_event_at = $3 AND p.provider_event_id <> $4))
   AND (p.foundation_price_id = $1
        OR EXISTS (SELECT FROM billing_plan_meters m
                    WHERE m.client_id = p.client_id AND m.data_env = p.data_env AND m.provider_price_id = $1))
