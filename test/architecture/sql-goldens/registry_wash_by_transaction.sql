SELECT registry_wash_record_id, campaign_id, jurisdiction, registry_type, wash_channel, transaction_id,
       numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid, washed_at, valid_until
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3 AND transaction_id = $4
 ORDER BY registry_wash_record_id DESC LIMIT 1
