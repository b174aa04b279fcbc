import type { NamedQuery } from '../../../core/kernel/named-query.js';
import type { SortKey, SortOrder } from './list-order.policy.js';

// Names as people sort them, in any script and regardless of case.
const KEY_SQL: Readonly<Record<SortKey, string>> = {
  updated_at_utc: 'c.updated_at',
  created_at_utc: 'c.created_at',
  name: `lower(c.name COLLATE "und-x-icu")`,
  status: 'c.status',
};

const FOUND = `campaigns c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND ($3::text[] IS NULL OR c.project_id = ANY($3))
          AND ($4::text IS NULL OR c.status = $4)
          AND ($5::text IS NULL OR c.campaign_call_type = $5)
          AND ($6::text IS NULL
               OR strpos(lower(c.name COLLATE "und-x-icu"), lower($6 COLLATE "und-x-icu")) > 0)`;

/**
 * A page of campaigns, each with the number of all of them; one row without a campaign where the page lies behind the last
 * one. $3: projects, $4: status, $5: call type, $6: part of the name, each null for any; $7: how many rows, $8: how many to
 * pass over. Equal ones go by id, in the same direction.
 */
export function campaignsQuery(key: SortKey, order: SortOrder): NamedQuery {
  const direction = order.toUpperCase();
  return {
    name: `campaigns_${key}_${order}`,
    text: `
SELECT t.total, c.*
  FROM (SELECT count(*)::integer AS total
          FROM ${FOUND}) t
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
              row_number() OVER (ORDER BY ${KEY_SQL[key]} ${direction}, c.campaign_id ${direction}) AS place
         FROM ${FOUND}
        ORDER BY ${KEY_SQL[key]} ${direction}, c.campaign_id ${direction}
        LIMIT $7::bigint OFFSET $8::bigint) c ON true
 ORDER BY c.place`,
  };
}
