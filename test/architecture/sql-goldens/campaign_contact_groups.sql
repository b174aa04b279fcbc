SELECT repeats_number, call_type, recipient_timezone, recipient_country, recipient_subdivision, registry_status,
       min(registry_checked_at) AS registry_checked_at, min(registry_valid_until) AS registry_valid_until,
       consent_type, min(consent_given_at) AS consent_given_at, min(consent_expires_at) AS consent_expires_at,
       min(consent_withdrawn_at) AS consent_withdrawn_at,
       (consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL) AS has_evidence,
       exemption_type, exemption_verified, attempt_count, max_attempts,
       (last_disposition = 'invalid_number') AS is_invalid_number, not_callable_reason,
       max(called_at) AS called_at, max(pause_ends_at) AS pause_ends_at, count(*)::int AS contacts,
       jsonb_build_array(repeats_number, call_type, recipient_timezone, recipient_country, recipient_subdivision, registry_status, registry_checked_at > $4, registry_checked_at <= $5, registry_valid_until <= $4, consent_type, consent_given_at > $4, consent_given_at <= $6, consent_expires_at <= $4, consent_withdrawn_at <= $4, (consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL), exemption_type, exemption_verified, attempt_count, max_attempts, (last_disposition = 'invalid_number'), not_callable_reason)::text AS key
  FROM campaign_contacts LEFT JOIN (
       SELECT k.phone_hash AS paused_hash, max(k.last_attempt_at) AS called_at,
              max(k.last_attempt_at) + make_interval(hours => nullif(coalesce((
       SELECT settings.hours_between_campaigns FROM outbound_settings settings
        WHERE settings.client_id = $1 AND settings.data_env = $2), 24), 0)) AS pause_ends_at,
              date_bin('1 minute', max(k.last_attempt_at), '2000-01-01T00:00:00Z') AS called_minute
         FROM campaign_contacts k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id <> $3
          AND k.last_attempt_at > $4::timestamptz - make_interval(hours => nullif(coalesce((
       SELECT settings.hours_between_campaigns FROM outbound_settings settings
        WHERE settings.client_id = $1 AND settings.data_env = $2), 24), 0))
        GROUP BY k.phone_hash) paused ON paused_hash = phone_hash
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
   AND status IN ('pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled')
 GROUP BY repeats_number, call_type, recipient_timezone, recipient_country, recipient_subdivision, registry_status, registry_checked_at > $4, registry_checked_at <= $5, registry_valid_until <= $4, consent_type, consent_given_at > $4, consent_given_at <= $6, consent_expires_at <= $4, consent_withdrawn_at <= $4, (consent_source IS NOT NULL OR consent_evidence_encrypted IS NOT NULL), exemption_type, exemption_verified, attempt_count, max_attempts, (last_disposition = 'invalid_number'), not_callable_reason, called_minute
