SELECT c.campaign_id AS "campaignId", c.project_id AS "projectId", c.name, c.description,
       c.campaign_type AS "campaignType", c.campaign_call_type AS "campaignCallType", c.status,
       c.status_reason AS "statusReason", c.status_changed_at AS "statusChangedAt", c.priority, c.timezone,
       c.schedule_start_at AS "scheduleStartAt", c.schedule_end_at AS "scheduleEndAt", c.compliance,
       c.last_registry_wash_record_id AS "lastRegistryWashRecordId", c.validation_status AS "validationStatus",
       c.validated_at AS "validatedAt", c.validation_blocker_count AS "validationBlockerCount",
       c.validation_warning_count AS "validationWarningCount", c.created_at AS "createdAt",
       c.updated_at AS "updatedAt", c.started_at AS "startedAt", c.completed_at AS "completedAt", c.retry_policy AS "retryPolicy",
       c.voicemail_policy AS "voicemailPolicy", c.personalization,
       c.allow_repeated_numbers AS "allowRepeatedNumbers",
       (SELECT json_object_agg(counted.name, counted.value)
          FROM (SELECT n.counter || '/' || n.key AS name, sum(n.value)::float8 AS value
                  FROM campaign_counts n
                 WHERE n.client_id = $1 AND n.data_env = $2 AND n.campaign_id = c.campaign_id
                   AND n.counter = ANY (CASE WHEN c.is_closing THEN ARRAY['listed'] ELSE ARRAY['status', 'callable'] END)
                 GROUP BY n.counter, n.key) counted) AS counted,
       w.washed_at AS "washedAt", w.valid_until AS "validUntil", w.numbers_submitted AS "numbersSubmitted",
       w.numbers_on_register AS "numbersOnRegister",
       (SELECT json_agg(l) FROM (
SELECT occurred_at, actor_kind, actor_id, action, from_status, to_status, reason
  FROM campaign_log
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
 ORDER BY entry_id DESC LIMIT 50) l) AS "statusLog"
  FROM campaigns c LEFT JOIN registry_wash_records w
    ON w.client_id = $1 AND w.data_env = $2 AND w.registry_wash_record_id = c.last_registry_wash_record_id
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3
