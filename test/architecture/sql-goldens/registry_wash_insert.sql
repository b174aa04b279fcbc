INSERT INTO registry_wash_records (
       client_id, data_env, campaign_id, jurisdiction, registry_type, vendor, ruleset_id, transaction_id, wash_file_name,
       receipt_reference, wash_channel, numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid,
       credits_charged, credits_remaining, washed_at, valid_until, created_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
RETURNING registry_wash_record_id, campaign_id, jurisdiction, registry_type, wash_channel, transaction_id,
       numbers_submitted, numbers_on_register, numbers_not_on_register, numbers_invalid, washed_at, valid_until
