SELECT registry_wash_record_id, ruleset_id, washed_at, valid_until
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND registry_wash_record_id = $4
