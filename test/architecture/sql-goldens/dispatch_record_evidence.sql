INSERT INTO outbound_evidence
       (client_id, data_env, dispatch_id, project_id, policy_source, policy_version, call_type, jurisdiction, blocks,
        recorded_at)
SELECT $1, $2, e.dispatch_id, e.project_id, $8, $9, e.call_type, e.jurisdiction, e.blocks::jsonb, $10
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS e (dispatch_id, project_id, call_type, jurisdiction, blocks)
