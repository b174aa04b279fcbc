import { namedQuery, type BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallStatement } from '../filter/call-statement.js';
import { CALL_ROW_COLUMNS } from '../../call-records/rules/call-row.js';

/**
 * The call with the id $3 and the newest $6 calls of each of the caller hashes $4, in the projects $5
 * (null: all). Both come from an index, however many months there are.
 */
export const CALLS_BY_ID_OR_CALLER = namedQuery('calls_by_id_or_caller')`
SELECT ${CALL_ROW_COLUMNS}
  FROM ((SELECT i.call_id, i.started_at_utc
           FROM call_index i
          WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = $3)
        UNION
        SELECT n.call_id, n.started_at_utc
          FROM unnest($4::bytea[]) AS h (caller_hash)
         CROSS JOIN LATERAL (
               SELECT c.call_id, c.started_at_utc
                 FROM calls c
                WHERE c.client_id = $1 AND c.data_env = $2 AND c.caller_hash = h.caller_hash
                  AND c.caller_hash IS NOT NULL AND ($5::text[] IS NULL OR c.project_id = ANY($5))
                ORDER BY c.started_at_utc DESC
                LIMIT $6) n) found
 CROSS JOIN LATERAL (
       SELECT c.* FROM calls c
        WHERE c.client_id = $1 AND c.data_env = $2
          AND c.call_id = found.call_id AND c.started_at_utc = found.started_at_utc
        LIMIT 1) c
 WHERE $5::text[] IS NULL OR c.project_id = ANY($5)
 ORDER BY c.started_at_utc DESC, c.call_id DESC`;

export function newestCallsQuery(filter: CallFilter, limit: number): BoundQuery {
  const sql = new CallStatement(filter);
  const text = `
SELECT ${CALL_ROW_COLUMNS}
  FROM calls c
 WHERE ${sql.where()}
 ORDER BY c.started_at_utc DESC, c.call_id DESC
 LIMIT ${sql.bind(limit)}`;
  return { ...sql.query('calls_to_search', text), keepsPlan: true };
}

/**
 * Contents of the calls $3, which began at $4: the summary if $5, the verified redaction if $6. It
 * reads them in that order until they add up to $7 bytes, and skips later calls. Each call is
 * looked up by its whole key (ADR 19).
 */
export const CONTENTS_TO_SEARCH = namedQuery('contents_to_search')`
SELECT k.call_id, k.so_far <= $7 AS is_read,
       CASE WHEN k.so_far <= $7 THEN k.summary END AS summary_encrypted,
       CASE WHEN k.so_far <= $7 THEN k.transcript END AS redacted_transcript_encrypted
  FROM (SELECT r.call_id, r.place, r.summary, r.transcript,
               sum(coalesce(octet_length(r.summary), 0) + coalesce(octet_length(r.transcript), 0))
                 OVER (ORDER BY r.place) AS so_far
          FROM (SELECT a.call_id, a.place,
                       CASE WHEN a.summary THEN n.summary_encrypted END AS summary,
                       CASE WHEN a.transcript AND c.redaction_status = 'verified'
                            THEN n.redacted_transcript_encrypted END AS transcript
                  FROM unnest($3::text[], $4::timestamptz[], $5::boolean[], $6::boolean[]) WITH ORDINALITY
                    AS a (call_id, started_at_utc, summary, transcript, place)
                 CROSS JOIN LATERAL (
                       SELECT redaction_status FROM calls
                        WHERE client_id = $1 AND data_env = $2
                          AND call_id = a.call_id AND started_at_utc = a.started_at_utc LIMIT 1) c
                  LEFT JOIN LATERAL (
                       SELECT summary_encrypted, redacted_transcript_encrypted FROM call_contents
                        WHERE client_id = $1 AND data_env = $2
                          AND call_id = a.call_id AND started_at_utc = a.started_at_utc LIMIT 1) n ON true) r) k
 ORDER BY k.place`;
