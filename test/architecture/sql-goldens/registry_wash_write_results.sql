UPDATE campaign_contacts k
   SET registry_status = result.status, registry_checked_at = wash.washed_at, registry_valid_until = wash.valid_until,
       registry_vendor = wash.vendor, registry_ruleset_id = wash.ruleset_id, registry_result_code = NULL,
       registry_wash_record_id = wash.registry_wash_record_id,
       is_callable = result.reason IS NULL, not_callable_reason = result.reason, updated_at = $8
  FROM unnest($4::uuid[], $5::text[], $6::text[]) AS result (contact_id, status, reason), registry_wash_records wash
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3 AND k.contact_id = result.contact_id
   AND wash.client_id = $1 AND wash.data_env = $2 AND wash.campaign_id = $3 AND wash.registry_wash_record_id = $7
