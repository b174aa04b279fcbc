SELECT t.total, c.campaign_id AS "campaignId", c.project_id AS "projectId", c.name, c.description,
       c.campaign_type AS "campaignType", c.campaign_call_type AS "campaignCallType", c.status,
       c.status_reason AS "statusReason", c.status_changed_at AS "statusChangedAt", c.priority, c.timezone,
       c.schedule_start_at AS "scheduleStartAt", c.schedule_end_at AS "scheduleEndAt", c.compliance,
       c.last_registry_wash_record_id AS "lastRegistryWashRecordId", c.validation_status AS "validationStatus",
       c.validated_at AS "validatedAt", c.validation_blocker_count AS "validationBlockerCount",
       c.validation_warning_count AS "validationWarningCount", c.created_at AS "createdAt",
       c.updated_at AS "updatedAt", c.updated_by AS "updatedBy",
       (SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id
                   AND n.counter = ANY (CASE WHEN c.is_closing THEN ARRAY['listed'] ELSE ARRAY['status', 'callable'] END)
                 GROUP BY n.counter, n.key) counted) AS counted,
       w.washed_at AS "washedAt", w.valid_until AS "validUntil", w.numbers_submitted AS "numbersSubmitted",
       w.numbers_on_register AS "numbersOnRegister"
  FROM (SELECT count(*)::integer AS total
          FROM campaigns c
        WHERE c.client_id = $1 AND c.data_env = $2) t
  LEFT JOIN (
       SELECT c.*, row_number() OVER (ORDER BY c.updated_at DESC, c.campaign_id DESC) AS place
         FROM campaigns c
        WHERE c.client_id = $1 AND c.data_env = $2
        ORDER BY c.updated_at DESC, c.campaign_id DESC
        LIMIT $3::bigint OFFSET $4::bigint) c ON true
  LEFT JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 ORDER BY c.place

-- campaigns_created_at_utc_desc
- SELECT c.*, row_number() OVER (ORDER BY c.updated_at DESC, c.campaign_id DESC) AS place
+ SELECT c.*, row_number() OVER (ORDER BY c.created_at DESC, c.campaign_id DESC) AS place
- ORDER BY c.updated_at DESC, c.campaign_id DESC
+ ORDER BY c.created_at DESC, c.campaign_id DESC

-- campaigns_name_desc
- SELECT c.*, row_number() OVER (ORDER BY c.updated_at DESC, c.campaign_id DESC) AS place
+ SELECT c.*, row_number() OVER (ORDER BY lower(c.name COLLATE "und-x-icu") DESC, c.campaign_id DESC) AS place
- ORDER BY c.updated_at DESC, c.campaign_id DESC
+ ORDER BY lower(c.name COLLATE "und-x-icu") DESC, c.campaign_id DESC

-- campaigns_status_desc
- SELECT c.*, row_number() OVER (ORDER BY c.updated_at DESC, c.campaign_id DESC) AS place
+ SELECT c.*, row_number() OVER (ORDER BY c.status DESC, c.campaign_id DESC) AS place
- ORDER BY c.updated_at DESC, c.campaign_id DESC
+ ORDER BY c.status DESC, c.campaign_id DESC

-- campaigns_name_asc_projects_status_callType_search
- WHERE c.client_id = $1 AND c.data_env = $2) t
+ WHERE c.client_id = $1 AND c.data_env = $2
+ AND c.project_id = ANY($5::text[])
+ AND c.status = $6
+ AND c.campaign_call_type = $7
+ AND strpos(normalize(lower(c.name COLLATE "und-x-icu"), NFC), normalize(lower($8::text COLLATE "und-x-icu"), NFC)) > 0) t
- SELECT c.*, row_number() OVER (ORDER BY c.updated_at DESC, c.campaign_id DESC) AS place
+ SELECT c.*, row_number() OVER (ORDER BY lower(c.name COLLATE "und-x-icu") ASC, c.campaign_id ASC) AS place
- ORDER BY c.updated_at DESC, c.campaign_id DESC
+ AND c.project_id = ANY($5::text[])
+ AND c.status = $6
+ AND c.campaign_call_type = $7
+ AND strpos(normalize(lower(c.name COLLATE "und-x-icu"), NFC), normalize(lower($8::text COLLATE "und-x-icu"), NFC)) > 0
+ ORDER BY lower(c.name COLLATE "und-x-icu") ASC, c.campaign_id ASC
