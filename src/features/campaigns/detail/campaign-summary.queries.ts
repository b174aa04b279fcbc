import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { countedOf } from '../counts/campaign-counts.queries.js';
import { WITH_WASH } from '../lookup/with-wash.queries.js';
import { STATUS_LOG } from './status-log.queries.js';

export const SUMMARY_COLUMNS = `c.campaign_id AS "campaignId", c.project_id AS "projectId", c.name, c.description,
       c.campaign_type AS "campaignType", c.campaign_call_type AS "campaignCallType", c.status,
       c.status_reason AS "statusReason", c.status_changed_at AS "statusChangedAt", c.priority, c.timezone,
       c.schedule_start_at AS "scheduleStartAt", c.schedule_end_at AS "scheduleEndAt", c.compliance,
       c.last_registry_wash_record_id AS "lastRegistryWashRecordId", c.validation_status AS "validationStatus",
       c.validated_at AS "validatedAt", c.validation_blocker_count AS "validationBlockerCount",
       c.validation_warning_count AS "validationWarningCount", c.created_at AS "createdAt",
       c.updated_at AS "updatedAt", c.updated_by AS "updatedBy"`;

/** The additional columns of summaries, from the aliases c and w. */
export const COUNTED_COLUMNS = `${countedOf('c', ['status', 'callable'])} AS counted,
       w.washed_at AS "washedAt", w.valid_until AS "validUntil", w.numbers_submitted AS "numbersSubmitted",
       w.numbers_on_register AS "numbersOnRegister"`;

/** The other columns of a campaign $3 whose own row has been read. */
export const COUNTED_CAMPAIGN = namedQuery('campaign_counted')`
SELECT ${COUNTED_COLUMNS}
  FROM campaigns c ${WITH_WASH}
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3`;

/** The campaign $3 with all columns of its detail. */
export const CAMPAIGN_SHOWN = namedQuery('campaign_shown')`
SELECT ${SUMMARY_COLUMNS}, c.started_at AS "startedAt", c.completed_at AS "completedAt", c.retry_policy AS "retryPolicy",
       c.voicemail_policy AS "voicemailPolicy", c.personalization,
       c.allow_repeated_numbers AS "allowRepeatedNumbers",
       ${COUNTED_COLUMNS},
       (SELECT json_agg(l) FROM (${STATUS_LOG.text}) l) AS "statusLog"
  FROM campaigns c ${WITH_WASH}
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.campaign_id = $3`;
