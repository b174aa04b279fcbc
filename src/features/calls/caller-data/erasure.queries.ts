import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';

/**
 * From now on, calls with the hashes $3 that began before $4 are stored without their caller's
 * data, even if they arrive later.
 */
export const REMEMBER_ERASED = namedQuery('erasure_remember')`
INSERT INTO erased_callers AS e (client_id, data_env, caller_hash, erased_before)
SELECT $1, $2, hash, $4 FROM unnest($3::bytea[]) AS asked (hash)
    ON CONFLICT (client_id, data_env, caller_hash) DO UPDATE SET erased_before = greatest(e.erased_before, excluded.erased_before)`;

/** Starts the erasure $3 of data from before $4, with the replacement hash $5, or continues it. */
export const OPEN_ERASURE = namedQuery('erasure_open')`
INSERT INTO caller_erasures AS e (client_id, data_env, erasure_id, erased_before, stand_in) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (client_id, data_env, erasure_id) DO UPDATE SET erased_before = greatest(e.erased_before, excluded.erased_before)`;

/** Locks the erasure $3 until the transaction ends. */
export const LOCK_ERASURE = namedQuery('erasure_lock')`
SELECT stand_in FROM caller_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 FOR UPDATE`;

/**
 * The next $7 calls with the hash $3 after the start $4 and id $5 that began or were stored before
 * $6. Erased calls have another hash; the position skips those under legal hold.
 */
export const CALLS_TO_ERASE = namedQuery('erasure_next_calls')`
SELECT c.call_id, c.started_at_utc
  FROM calls c
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = $3
   AND c.started_at_utc >= $4 AND (c.started_at_utc > $4 OR c.call_id > $5)
   AND (c.started_at_utc < $6 OR c.ingested_at < $6)
 ORDER BY c.started_at_utc, c.call_id
 LIMIT $7`;

/** The calls of $3 that may be erased, locked in the order of call_ids. */
export const LOCK_CALLS = namedQuery('erasure_lock_calls')`
SELECT i.call_id, i.started_at_utc
  FROM call_index i
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY($3::text[]) AND i.legal_hold_since IS NULL
 ORDER BY i.call_id
   FOR UPDATE`;

/**
 * Removes the caller's data from the calls $3 with the starts $4 and the hash $5, whose entries are
 * locked, and counts them for the erasure $7. $6 replaces the hash with a value that belongs to no
 * number but is still the same for all calls of one person. The calls are passed as arrays and not
 * joined: without statistics of a client's calls, a join may read all of them for each call of the
 * batch.
 */
export const ERASE_CALLS = namedQuery('erasure_erase_calls')`
WITH erased AS (
     UPDATE calls c
        SET caller_hash = $6, caller_masked = NULL, contact_id = NULL, redaction_status = NULL,
            transcript_available = false, updated_at = now()
      WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = ANY ($3::text[])
        AND c.started_at_utc = ANY ($4::timestamptz[]) AND c.caller_hash = $5
  RETURNING c.call_id),
     emptied AS (
     UPDATE call_contents n
        SET caller_number_encrypted = NULL, caller_name_encrypted = NULL, transfer_encrypted = NULL,
            summary_encrypted = NULL, transcript_encrypted = NULL, redacted_transcript_encrypted = NULL
      WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = ANY (ARRAY(SELECT call_id FROM erased))
        AND n.started_at_utc = ANY ($4::timestamptz[])),
     marked AS (
     UPDATE call_index i SET erased_at = now()
      WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY (ARRAY(SELECT call_id FROM erased)))
UPDATE caller_erasures SET erased_calls = erased_calls + (SELECT count(*) FROM erased)
 WHERE client_id = $1 AND data_env = $2 AND erasure_id = $7`;

/** How many calls the erasure $3 has changed, and how many with the hashes $4 are under legal hold. */
export const ERASURE_RESULT = namedQuery('erasure_result')`
SELECT e.erased_calls AS erased, (
       SELECT count(*)::integer
         FROM calls c
         JOIN call_index i ON i.client_id = $1 AND i.data_env = $2 AND i.call_id = c.call_id
        WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = ANY($4::bytea[]) AND c.caller_hash IS NOT NULL
          AND (c.started_at_utc < e.erased_before OR c.ingested_at < e.erased_before) AND i.legal_hold_since IS NOT NULL) AS held
  FROM caller_erasures e
 WHERE e.client_id = $1 AND e.data_env = $2 AND e.erasure_id = $3`;

/** Deletes the erasure $3 and its replacement hash, unless it was requested again since $4. */
export const CLOSE_ERASURE = namedQuery('erasure_close')`
    DELETE FROM caller_erasures WHERE client_id = $1 AND data_env = $2 AND erasure_id = $3 AND erased_before <= $4`;
