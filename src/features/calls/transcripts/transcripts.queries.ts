import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { placeOf, type FoundCall } from '../../call-records/lookup/call-place.queries.js';

/**
 * The transcript of one call; not read once it is no longer retained.
 * @param readsSpoken whether the spoken transcript is read at all
 */
export const callTranscriptQuery = (call: FoundCall, readsSpoken: boolean): BoundQuery => ({
  name: 'call_transcript',
  values: [...placeOf(call), readsSpoken],
  text: `
SELECT c.redaction_status,
       CASE WHEN $5::boolean THEN n.transcript_encrypted END AS transcript_encrypted,
       CASE WHEN c.redaction_status = 'verified' THEN n.redacted_transcript_encrypted END
         AS redacted_transcript_encrypted
  FROM calls c
  JOIN call_contents n
    ON n.client_id = $1 AND n.data_env = $2 AND n.call_id = $3 AND n.started_at_utc = $4
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = $3 AND c.started_at_utc = $4`,
});
