SELECT registry_wash_record_id, washed_at, valid_until, numbers_submitted, numbers_on_register
  FROM registry_wash_records
 WHERE client_id = $1 AND data_env = $2 AND registry_wash_record_id = ANY($3::uuid[])
