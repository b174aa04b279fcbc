SELECT asked.place::int AS place, called.at, called.at + make_interval(hours => nullif(coalesce((
       SELECT settings.hours_between_campaigns FROM outbound_settings settings
        WHERE settings.client_id = $1 AND settings.data_env = $2), 24), 0)) AS "pauseEndsAt"
  FROM unnest($3::uuid[], $4::bytea[]) WITH ORDINALITY AS asked (campaign_id, phone_hash, place)
 CROSS JOIN LATERAL (
       SELECT max(calls.at) AS at FROM (
              SELECT k.last_attempt_at AS at FROM campaign_contacts k
               WHERE k.client_id = $1 AND k.data_env = $2 AND k.phone_hash = asked.phone_hash
                 AND k.campaign_id <> asked.campaign_id OFFSET 0) calls) called
 WHERE called.at + make_interval(hours => nullif(coalesce((
       SELECT settings.hours_between_campaigns FROM outbound_settings settings
        WHERE settings.client_id = $1 AND settings.data_env = $2), 24), 0)) IS NOT NULL
