WITH erased AS (
     UPDATE calls c
        SET caller_hash = $6, caller_masked = NULL, contact_id = NULL, redaction_status = NULL,
            transcript_available = false, updated_at = now()
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = ANY ($3::text[])
        AND c.started_at_utc = ANY ($4::timestamptz[]) AND c.caller_hash = $5
  RETURNING c.call_id),
     emptied AS (
     UPDATE call_contents n
        SET caller_number_encrypted = NULL, caller_name_encrypted = NULL, transfer_encrypted = NULL,
            summary_encrypted = NULL, transcript_encrypted = NULL, redacted_transcript_encrypted = NULL
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = ANY (ARRAY(SELECT call_id FROM erased))
        AND n.started_at_utc = ANY ($4::timestamptz[])),
     marked AS (
     UPDATE call_index i SET erased_at = now()
      WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY (ARRAY(SELECT call_id FROM erased)))
UPDATE caller_erasures SET erased_calls = erased_calls + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $7
