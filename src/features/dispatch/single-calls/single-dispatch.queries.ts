import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { isFree } from '../../campaigns/lookup/busy-numbers.queries.js';

/**
 * Stores the call $3 of project $4 as $5, refused for $6, to the number with the hash $7 under key
 * $8, with the content $9, by version $10 with content hash $11; requested at $12 by $13, to be
 * claimed before $14.
 */
export const INSERT_SINGLE = namedQuery('single_dispatch_insert')`
INSERT INTO single_dispatches
       (client_id, data_env, dispatch_id, project_id, status, refused_codes, phone_hash, phone_hash_key_id, call,
        project_version, content_hash, requested_at, requested_by, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/**
 * The slots that the calls of project $3 waiting at $4 need: one for each number, however many
 * calls it has, and none for a number that is being called, whose slot is free before its next
 * call.
 */
export const AWAITED_SLOTS = namedQuery('single_dispatch_awaited_slots')`
SELECT count(*)::integer AS slots
  FROM (SELECT DISTINCT phone_hash FROM single_dispatches
         WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND status = 'queued' AND expires_at > $4) waiting
 WHERE ${isFree('waiting.phone_hash')}`;

/** Makes other requests that check the number with hash $3 wait for this transaction. */
export const LOCK_NUMBER = namedQuery('single_dispatch_lock_number')`
SELECT pg_advisory_xact_lock(
       hashtextextended(concat_ws(chr(10), 'single_call', $1::text, $2::text, encode($3::bytea, 'hex')), 0))`;

/**
 * Whether a call to the number with one of the hashes $3 waits at $4, or a runtime has claimed one.
 */
export const IS_NUMBER_BUSY = namedQuery('single_dispatch_is_number_busy')`
SELECT EXISTS (
       SELECT FROM single_dispatches
        WHERE client_id = $1 AND data_env = $2 AND phone_hash = ANY ($3::bytea[]) AND status = 'queued' AND expires_at > $4)
    OR NOT (${isFree('ANY ($3::bytea[])')}) AS is_busy`;

const SHOWN = `
SELECT s.dispatch_id, s.project_id, coalesce(d.status, s.status) AS status, d.disposition, d.call_id, s.refused_codes`;
const WITH_DISPATCH = `
  FROM single_dispatches s
  LEFT JOIN dispatches d USING (client_id, data_env, dispatch_id)
 WHERE s.client_id = $1 AND s.data_env = $2`;

/** The state of the call $3; once it was claimed, from its dispatch. */
export const SINGLE_BY_ID = namedQuery('single_dispatch_by_id')`
    ${SHOWN}${WITH_DISPATCH} AND s.dispatch_id = $3`;

/**
 * The $7 calls before $3, newest first, ordered by id: of project $4 or of all; of the projects $5
 * or of all; with status $6 or any.
 */
export const SINGLES_PAGE = namedQuery('single_dispatches_page')`
    ${SHOWN}, s.requested_at${WITH_DISPATCH} AND s.dispatch_id < $3
   AND ($4::text IS NULL OR s.project_id = $4)
   AND ($5::text[] IS NULL OR s.project_id = ANY ($5))
   AND ($6::text IS NULL OR coalesce(d.status, s.status) = $6)
 ORDER BY s.dispatch_id DESC
 LIMIT $7`;
