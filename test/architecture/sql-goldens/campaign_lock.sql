SELECT client_id AS "clientId", data_env AS "dataEnv", campaign_id AS "campaignId", project_id AS "projectId", name,
       description, campaign_type AS "campaignType", campaign_call_type AS "campaignCallType", priority, timezone,
       schedule_start_at AS "scheduleStartAt", schedule_end_at AS "scheduleEndAt", status,
       is_closing AS "isClosing", deciding_since AS "decidingSince", status_reason AS "statusReason", status_changed_at AS "statusChangedAt", revision,
       retry_policy AS "retryPolicy", voicemail_policy AS "voicemailPolicy", personalization, compliance,
       allow_repeated_numbers AS "allowRepeatedNumbers", project_version AS "projectVersion", content_hash AS "contentHash",
       answering_machine_detection AS "answeringMachineDetection",
       last_registry_wash_record_id AS "lastRegistryWashRecordId", validation_status AS "validationStatus",
       validated_at AS "validatedAt", validation_blocker_count AS "validationBlockerCount",
       validation_warning_count AS "validationWarningCount", started_at AS "startedAt",
       completed_at AS "completedAt", created_at AS "createdAt", updated_at AS "updatedAt", created_by AS "createdBy", updated_by AS "updatedBy"
  FROM campaigns
 WHERE client_id = $1 AND data_env = $2 AND campaign_id = $3
   FOR UPDATE
