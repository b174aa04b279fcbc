import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { SCHEDULE } from '../lookup/schedule-to-send.js';

/** Tenants with a schedule that is due at $1. */
export const TENANTS_WITH_DUE_REPORTS = namedQuery('report_schedules_tenants')`
    SELECT DISTINCT client_id, data_env FROM report_schedules
     WHERE status <> 'paused' AND next_run_at <= $1`;

/** Locks up to 100 schedules that are due at $3; skips those that another worker has locked. */
export const CLAIM_DUE = namedQuery('report_schedules_claim')`
    SELECT schedule_id, frequency, timezone, send_at_local, next_from
      FROM report_schedules
     WHERE client_id = $1 AND data_env = $2 AND status <> 'paused' AND next_run_at <= $3
     ORDER BY next_run_at LIMIT 100
       FOR UPDATE SKIP LOCKED`;

/** Records a period ($6 to $7, $8 to $9) of a schedule ($4), once. */
export const NOTE_PERIOD = namedQuery('report_deliveries_note')`
    INSERT INTO report_deliveries
           (client_id, data_env, delivery_id, schedule_id, frequency, timezone, period_from, period_until, period_start, period_end)
    VALUES ($1, $2, $3::uuid, $4::uuid, $5, $10, $6, $7, $8, $9)
    ON CONFLICT (client_id, data_env, schedule_id, frequency, period_from) DO NOTHING
    RETURNING delivery_id`;

/** Advances a schedule ($3) to its next period. */
export const ADVANCE_SCHEDULE = namedQuery('report_schedules_advance')`
    UPDATE report_schedules SET next_from = $4, next_run_at = $5
     WHERE client_id = $1 AND data_env = $2 AND schedule_id = $3::uuid`;

/** The delivery $3 with its schedule, if it has no mails yet. */
export const DELIVERY_TO_SEND = namedQuery('report_deliveries_to_tell')`
    SELECT ${SCHEDULE}, d.frequency, d.timezone, d.period_from, d.period_until, d.period_start, d.period_end
      FROM report_deliveries d
      JOIN report_schedules s ON s.client_id = $1 AND s.data_env = $2 AND s.schedule_id = d.schedule_id
     WHERE d.client_id = $1 AND d.data_env = $2 AND d.delivery_id = $3::uuid AND d.status = 'pending' AND d.mails_open = 0`;

/** Locks the delivery $3, if it has no mails yet. */
export const HOLD_DELIVERY = namedQuery('report_deliveries_hold')`
    SELECT delivery_id FROM report_deliveries
     WHERE client_id = $1 AND data_env = $2 AND delivery_id = $3::uuid AND status = 'pending' AND mails_open = 0
       FOR UPDATE`;

/** Records how many mails ($4) of a delivery ($3) are in the outbox. */
export const NOTE_MAILS = namedQuery('report_deliveries_note_mails')`
    UPDATE report_deliveries SET mails_open = $4
     WHERE client_id = $1 AND data_env = $2 AND delivery_id = $3::uuid`;

/** Counts a mail of a delivery ($3) that was sent ($4), was not accepted ($5), or neither. */
export const COUNT_MAIL = namedQuery('report_deliveries_count_mail')`
    UPDATE report_deliveries
       SET mails_open = mails_open - 1, mails_sent = mails_sent + $4, mails_failed = mails_failed + $5
     WHERE client_id = $1 AND data_env = $2 AND delivery_id = $3::uuid
    RETURNING mails_open, mails_sent, mails_failed`;

/** Ends a pending delivery ($3): its status ($4), when it was sent ($5), why it failed ($6). */
export const END_DELIVERY = namedQuery('report_deliveries_end')`
    UPDATE report_deliveries SET status = $4, sent_at = $5, failure_code = $6
     WHERE client_id = $1 AND data_env = $2 AND delivery_id = $3::uuid AND status = 'pending'
    RETURNING schedule_id`;

/** Sets the status of a schedule ($3) after a delivery, with a new etag ($6), unless it is paused. */
export const SETTLE_SCHEDULE = namedQuery('report_schedules_settle')`
    UPDATE report_schedules SET status = $4, pause_reason = $5, etag = $6
     WHERE client_id = $1 AND data_env = $2 AND schedule_id = $3::uuid AND status NOT IN ('paused', $4)
    RETURNING schedule_id`;
