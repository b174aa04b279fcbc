SELECT t.total, c.*
  FROM (SELECT count(*)::integer AS total
          FROM campaigns c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND ($3::text[] IS NULL OR c.project_id = ANY($3))
          AND ($4::text IS NULL OR c.status = $4)
          AND ($5::text IS NULL OR c.campaign_call_type = $5)
          AND ($6::text IS NULL
               OR strpos(lower(c.name COLLATE "und-x-icu"), lower($6 COLLATE "und-x-icu")) > 0)) t
  LEFT JOIN (
       SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.name, c.description,
              c.campaign_type AS "campaignType", c.campaign_call_type AS "campaignCallType", c.status,
              c.status_reason AS "statusReason", c.status_changed_at AS "statusChangedAt", c.priority, c.timezone,
              c.schedule_start_at AS "scheduleStartAt", c.schedule_end_at AS "scheduleEndAt", c.compliance,
              c.last_registry_wash_record_id AS "lastRegistryWashRecordId",
              c.validation_status AS "validationStatus", c.validated_at AS "validatedAt",
              c.validation_blocker_count AS "validationBlockerCount",
              c.validation_warning_count AS "validationWarningCount", c.created_at AS "createdAt",
              c.updated_at AS "updatedAt",
              row_number() OVER (ORDER BY lower(c.name COLLATE "und-x-icu") ASC, c.campaign_id ASC) AS place
         FROM campaigns c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND ($3::text[] IS NULL OR c.project_id = ANY($3))
          AND ($4::text IS NULL OR c.status = $4)
          AND ($5::text IS NULL OR c.campaign_call_type = $5)
          AND ($6::text IS NULL
               OR strpos(lower(c.name COLLATE "und-x-icu"), lower($6 COLLATE "und-x-icu")) > 0)
        ORDER BY lower(c.name COLLATE "und-x-icu") ASC, c.campaign_id ASC
        LIMIT $7::bigint OFFSET $8::bigint) c ON true
 ORDER BY c.place
