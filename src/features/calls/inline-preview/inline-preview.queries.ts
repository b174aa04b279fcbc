import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { placeOf, type FoundCall } from '../../call-records/lookup/call-place.queries.js';

/**
 * The previewed contents of one call; the spoken transcript is never read, other contents only if
 * `read` permits it.
 */
export const callPreviewQuery = (
  call: FoundCall,
  read: { readonly redactedTranscript: boolean; readonly summary: boolean },
): BoundQuery => ({
  name: 'call_preview',
  values: [...placeOf(call), read.redactedTranscript, read.summary],
  text: `
SELECT c.call_id, c.redaction_status, c.transcript_available, n.summary_encrypted IS NOT NULL AS summary_stored,
       CASE WHEN $6::boolean THEN n.summary_encrypted END AS summary_encrypted,
       CASE WHEN $5::boolean AND c.redaction_status = 'verified' THEN n.redacted_transcript_encrypted END
         AS redacted_transcript_encrypted
  FROM calls c
  LEFT JOIN call_contents n
         ON n.client_id = $1 AND n.data_env = $2 AND n.call_id = $3 AND n.started_at_utc = $4
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = $3 AND c.started_at_utc = $4`,
});
