SELECT source_id, project_id, kind, title_encrypted, url_encrypted, language, status, failure_code, media_type,
       bytes, text_bytes, content_hash, findings, upload_name, upload_key_id, refresh, next_fetch_at, fetched_at, etag,
       created_at, updated_at
  FROM knowledge_sources
 WHERE client_id = $1 AND data_env = $2 AND source_id = $3::uuid AND upload_name IS NOT DISTINCT FROM $4
   FOR UPDATE
