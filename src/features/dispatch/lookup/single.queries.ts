import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { isFree } from '../../campaigns/lookup/busy-numbers.queries.js';

/**
 * The projects that have calls waiting at $3, except calls to a number that is being called: these
 * wait for no slot.
 */
export const WAITING_PROJECTS = namedQuery('dispatch_single_projects')`
SELECT DISTINCT project_id AS "projectId" FROM single_dispatches waiting
 WHERE client_id = $1 AND data_env = $2 AND status = 'queued' AND expires_at > $3 AND ${isFree('waiting.phone_hash')}`;

/**
 * At most $4 calls of projects $3 that wait at $5, the longest waiting first. It leaves out the
 * calls $6, calls that another claim has locked, and numbers that are being called.
 */
export const CLAIM_SINGLES = namedQuery('dispatch_single_claim')`
SELECT dispatch_id AS "dispatchId", project_id AS "projectId", phone_hash AS "phoneHash", call,
       project_version AS "projectVersion", content_hash AS "contentHash"
  FROM single_dispatches waiting
 WHERE client_id = $1 AND data_env = $2 AND project_id = ANY ($3::text[]) AND status = 'queued' AND expires_at > $5
   AND dispatch_id <> ALL ($6::uuid[]) AND ${isFree('waiting.phone_hash')}
 ORDER BY requested_at, dispatch_id LIMIT $4
   FOR UPDATE SKIP LOCKED`;

/** Records that a runtime has claimed the calls $3. */
export const MARK_TAKEN = namedQuery('dispatch_single_taken')`
UPDATE single_dispatches SET status = 'taken'
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[])`;

/** Records that the call $3 is not made, with the reason $4. */
export const REFUSE_SINGLE = namedQuery('dispatch_single_refuse')`
UPDATE single_dispatches SET status = 'refused', refused_codes = $4
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = $3`;

/** Refuses calls that no runtime claimed until $3. */
export const REFUSE_NOT_TAKEN = namedQuery('dispatch_single_not_taken')`
UPDATE single_dispatches SET status = 'refused', refused_codes = '["not_taken"]'
 WHERE client_id = $1 AND data_env = $2 AND status = 'queued' AND expires_at <= $3`;

const COLUMNS = `
       d.dispatch_id AS "dispatchId", d.campaign_id AS "campaignId", d.contact_id AS "contactId",
       d.project_id AS "projectId", d.status AS "dispatchStatus", d.attempt_number AS "attemptNumber",
       d.taken_at AS "takenAt", d.ended_at AS "endedAt", d.last_sequence AS "lastSequence", d.disposition, d.call_id AS "callId",
       d.is_call_linked AS "isCallLinked", d.lease_expires_at AS "leaseExpiresAt",
       EXISTS (SELECT FROM single_dispatches s
                WHERE s.client_id = $1 AND s.data_env = $2 AND s.dispatch_id = d.dispatch_id AND s.call = '{}') AS "isErased"
  FROM dispatches d
 WHERE d.client_id = $1 AND d.data_env = $2 AND d.campaign_id IS NULL`;

/** The dispatches $3 of single calls, locked. */
export const LOCK_SINGLES = namedQuery('dispatch_single_lock')`
    SELECT ${COLUMNS} AND d.dispatch_id = ANY ($3::uuid[]) ORDER BY d.dispatch_id FOR UPDATE`;

/** At most $4 dispatches of single calls whose leases had ended at $3, locked. */
export const LOCK_SILENT_SINGLES = namedQuery('dispatch_single_lock_silent')`
SELECT ${COLUMNS} AND d.status <> 'ended' AND d.lease_expires_at <= $3
 ORDER BY d.lease_expires_at LIMIT $4 FOR UPDATE SKIP LOCKED`;

/** The requests of dispatches $3. */
export const TAKEN_SINGLES = namedQuery('dispatch_single_taken_calls')`
SELECT dispatch_id AS "dispatchId", project_id AS "projectId", call FROM single_dispatches
 WHERE client_id = $1 AND data_env = $2 AND dispatch_id = ANY ($3::uuid[]) AND status = 'taken'`;
