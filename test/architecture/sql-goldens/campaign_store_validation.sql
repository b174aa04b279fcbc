UPDATE campaigns
   SET validation_status = $4, validated_at = $5::timestamptz, validation_blocker_count = $6, validation_warning_count = $7,
       validation_result = $8, deciding_since = CASE WHEN $9::boolean THEN $5::timestamptz END, revision = revision + 1
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
