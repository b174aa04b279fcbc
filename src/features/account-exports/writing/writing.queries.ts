import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/** Exports of all tenants whose worker was silent since $1, or that none has begun by then. */
export const DUE_EXPORTS = namedQuery('account_exports_due')`
    SELECT client_id, data_env, export_id FROM account_exports
     WHERE NOT is_cleared AND status IN ('queued', 'running') AND alive_at < $1`;

/**
 * Begins an attempt of an export ($3) at this moment ($4), unless a worker has reported since $5.
 */
export const CLAIM_EXPORT = namedQuery('account_exports_claim')`
    UPDATE account_exports
       SET status = 'running', attempts = attempts + 1, alive_at = $4, files_done = 0, rows_written = 0
     WHERE client_id = $1 AND data_env = $2 AND export_id = $3::uuid
       AND (status = 'queued' OR (status = 'running' AND alive_at < $5))
    RETURNING export_id, sections, format, requested_by, attempts`;

const OF_ATTEMPT = `client_id = $1 AND data_env = $2 AND export_id = $3::uuid AND attempts = $4 AND status = 'running'`;

/** Reports an attempt ($4) as alive ($5): files done ($6) of all ($7), and rows ($8). */
export const REPORT_PROGRESS = namedQuery('account_exports_report')`
    UPDATE account_exports SET alive_at = $5, files_done = $6, files_total = $7, rows_written = $8
     WHERE ${OF_ATTEMPT}
    RETURNING attempts`;

/**
 * Records the stored file of the attempt ($4): the time ($5), its expiry ($6), bytes, SHA-256, key,
 * rows and files.
 */
export const FINISH_EXPORT = namedQuery('account_exports_finish')`
    UPDATE account_exports
       SET status = 'ready', ready_at = $5, expires_at = $6, bytes = $7, sha256 = $8, key_id = $9,
           rows_written = $10, files_done = $11, files_total = $11
     WHERE ${OF_ATTEMPT}
    RETURNING attempts`;

/** Records that the last attempt ($4) failed, with the reason ($5). */
export const FAIL_EXPORT = namedQuery('account_exports_fail')`
    UPDATE account_exports SET status = 'failed', failure_code = $5 WHERE ${OF_ATTEMPT} RETURNING attempts`;

/**
 * After a caller of the tenant was erased: stops serving earlier files and completing earlier
 * snapshots.
 */
export const END_BEFORE_ERASURE = namedQuery('account_exports_end_before_erasure')`
    UPDATE account_exports
       SET status = CASE status WHEN 'ready' THEN 'expired' ELSE 'queued' END, alive_at = created_at
     WHERE client_id = $1 AND data_env = $2 AND status IN ('ready', 'running')
    RETURNING export_id, status`;

/** Exports of all tenants whose files are to be deleted at $1. */
export const ENDED_EXPORTS = namedQuery('account_exports_ended')`
    SELECT client_id, data_env, export_id FROM account_exports
     WHERE NOT is_cleared AND (status IN ('expired', 'failed') OR (status = 'ready' AND expires_at <= $1))`;

/** Expires an export ($3) past its lifetime ($4). */
export const EXPIRE_EXPORT = namedQuery('account_exports_expire')`
    UPDATE account_exports SET status = 'expired'
     WHERE client_id = $1 AND data_env = $2 AND export_id = $3::uuid AND status = 'ready' AND expires_at <= $4
    RETURNING export_id`;

/** Records that the files of an ended export ($3) are deleted. */
export const CLEAR_EXPORT = namedQuery('account_exports_clear')`
    UPDATE account_exports SET is_cleared = true
     WHERE client_id = $1 AND data_env = $2 AND export_id = $3::uuid AND status IN ('expired', 'failed')`;
