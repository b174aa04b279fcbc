WITH page AS MATERIALIZED (
     SELECT c.contact_id FROM campaign_contacts c
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
      ORDER BY c.created_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
SELECT k.project_id AS "projectId", k.status AS "campaignStatus", k.is_closing AS "isClosing",
       k.status_changed_at AS "endedAt",
       k.personalization -> 'allowed_keys' AS "allowedKeys",
       (SELECT coalesce(sum(n.value), 0)::integer
          FROM campaign_counts n
         WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = $3
           AND n.counter = 'status') AS total,
       (SELECT json_agg(json_build_array(
         c.contact_id, c.external_contact_id, c.masked_phone, c.status, c.is_callable, c.not_callable_reason,
         c.registry_status, c.registry_checked_at, c.registry_valid_until, c.registry_wash_record_id,
         c.consent_type, c.consent_source, c.consent_given_at, c.consent_expires_at, c.consent_withdrawn_at,
         c.exemption_type, c.exemption_verified, c.attempt_count, c.last_attempt_at, c.next_attempt_at,
         c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at ASC, c.contact_id ASC)
          FROM campaign_contacts c
         WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3 AND c.contact_id = ANY (ARRAY(SELECT contact_id FROM page))) AS contacts
  FROM campaigns k
 WHERE k.client_id = $1 AND k.data_env = $2 AND k.campaign_id = $3

-- campaign_contacts_updated_at_asc
- ORDER BY c.created_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
+ ORDER BY c.updated_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
- c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at ASC, c.contact_id ASC)
+ c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.updated_at ASC, c.contact_id ASC)

-- campaign_contacts_status_asc
- ORDER BY c.created_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
+ ORDER BY c.status ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
- c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at ASC, c.contact_id ASC)
+ c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.status ASC, c.contact_id ASC)

-- campaign_contacts_external_contact_id_asc
- ORDER BY c.created_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
+ ORDER BY c.external_contact_id ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
- c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at ASC, c.contact_id ASC)
+ c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.external_contact_id ASC, c.contact_id ASC)

-- campaign_contacts_created_at_desc
- ORDER BY c.created_at ASC, c.contact_id ASC LIMIT $4 OFFSET $5)
+ ORDER BY c.created_at DESC, c.contact_id DESC LIMIT $4 OFFSET $5)
- c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at ASC, c.contact_id ASC)
+ c.last_disposition, c.last_call_id, c.created_at, c.updated_at) ORDER BY c.created_at DESC, c.contact_id DESC)
