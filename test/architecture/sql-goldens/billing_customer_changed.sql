UPDATE billing_plans p
   SET provider_changed_at = $2, provider_event_at = $3, provider_event_id = $4
 WHERE p.provider_customer_id = $1 AND (p.provider_event_at IS NULL OR p.provider_event_at < $3
                  OR (p.provider_event_at = $3 AND p.provider_event_id <> $4))
