import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

const COLUMNS = `s.schedule_id, s.owner_id, s.organisation_id, s.name, s.report, s.project_ids, s.frequency, s.send_at_local,
       s.timezone, s.recipients, s.skip_empty, s.status, s.pause_reason, s.next_from, s.next_run_at, s.etag, s.created_at`;

/**
 * Schedules of a party: of an organisation ($3) or the customer (null); those of one person ($4),
 * or all (null).
 */
const OF_PARTY = `s.client_id = $1 AND s.data_env = $2 AND s.organisation_id IS NOT DISTINCT FROM $3
       AND ($4::uuid IS NULL OR s.owner_id = $4::uuid)`;

/** With the newest delivery of each; of one schedule ($5), or all (null). */
export const SHOW_SCHEDULES = namedQuery('report_schedules_show')`
    SELECT ${COLUMNS}, to_jsonb(d) AS last_delivery
      FROM report_schedules s
      LEFT JOIN LATERAL (
           SELECT d.delivery_id, d.period_from, d.period_until, d.status, d.sent_at, d.mails_sent, d.failure_code,
                  d.period_start, d.period_end
             FROM report_deliveries d
            WHERE d.client_id = $1 AND d.data_env = $2 AND d.schedule_id = s.schedule_id
            ORDER BY d.period_end DESC, d.delivery_id DESC LIMIT 1) d ON true
     WHERE ${OF_PARTY} AND ($5::uuid IS NULL OR s.schedule_id = $5::uuid)
     ORDER BY s.created_at, s.schedule_id`;

/** One schedule ($5), locked for a change. */
export const HOLD_SCHEDULE = namedQuery('report_schedules_hold')`
    SELECT ${COLUMNS} FROM report_schedules s
     WHERE ${OF_PARTY} AND s.schedule_id = $5::uuid
       FOR UPDATE`;

/** Serializes requests of a client that count and add schedules. */
export const TAKE_SCHEDULES_TURN = namedQuery('report_schedules_take_turn')`
    SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(10), 'report-schedules', $1::text, $2::text), 0))`;

export const COUNT_SCHEDULES = namedQuery('report_schedules_count')`
    SELECT count(*)::integer AS schedules FROM report_schedules WHERE client_id = $1 AND data_env = $2`;

export const ADD_SCHEDULE = namedQuery('report_schedules_add')`
    INSERT INTO report_schedules
           (client_id, data_env, schedule_id, owner_id, organisation_id, name, report, project_ids, frequency,
            send_at_local, timezone, recipients, skip_empty, status, next_from, next_run_at, etag, created_at, updated_at)
    VALUES ($1, $2, $3::uuid, $4::uuid, $5, $6, $7, $8, $9, $10, $11, $12::uuid[], $13, 'active', $14, $15, $16, $17, $17)`;

export const CHANGE_SCHEDULE = namedQuery('report_schedules_change')`
    UPDATE report_schedules
       SET owner_id = $4::uuid, name = $5, report = $6, project_ids = $7, frequency = $8, send_at_local = $9,
           timezone = $10, recipients = $11::uuid[], skip_empty = $12, status = $13, pause_reason = $14,
           next_from = $15, next_run_at = $16, etag = $17, updated_at = $18
     WHERE client_id = $1 AND data_env = $2 AND schedule_id = $3::uuid`;

export const DELETE_SCHEDULE = namedQuery('report_schedules_delete')`
    DELETE FROM report_schedules WHERE client_id = $1 AND data_env = $2 AND schedule_id = $3::uuid`;

/** The 100 newest periods of a schedule ($3). */
export const LIST_DELIVERIES = namedQuery('report_deliveries_list')`
    SELECT delivery_id, period_from, period_until, period_start, period_end, status, sent_at, mails_sent, failure_code
      FROM report_deliveries
     WHERE client_id = $1 AND data_env = $2 AND schedule_id = $3::uuid
     ORDER BY period_end DESC, delivery_id DESC LIMIT 100`;
