import type { BoundQuery } from '../../../core/database/unit-of-work/named-query.js';
import { placeOf, type FoundCall } from '../../call-records/lookup/call-place.queries.js';
import { FIGURE_COLUMNS } from '../rollup/call-figures.policy.js';
import { CALL_ROW_COLUMNS } from '../../call-records/rules/call-row.js';

export interface ReadContents {
  readonly caller: boolean;
  readonly spokenTranscript: boolean;
  readonly redactedTranscript: boolean;
  readonly summary: boolean;
}

export const callDetailQuery = (call: FoundCall, read: ReadContents): BoundQuery => ({
  name: 'call_detail',
  values: [...placeOf(call), ...[read.caller, read.spokenTranscript, read.redactedTranscript, read.summary]],
  text: `
SELECT ${CALL_ROW_COLUMNS},
       c.solution_id, c.answered_at_utc, c.ai_response_seconds, c.provider_label, c.redaction_status,
       ${FIGURE_COLUMNS},
       c.consent_status, c.consent_method, c.consent_obtained_at_utc, c.consent_expires_at_utc,
       c.consent_withdrawn_at_utc,
       CASE WHEN $5::boolean THEN n.caller_number_encrypted END AS caller_number_encrypted,
       CASE WHEN $5::boolean THEN n.caller_name_encrypted END AS caller_name_encrypted,
       n.transfer_encrypted, n.summary_encrypted IS NOT NULL AS summary_stored,
       CASE WHEN $8::boolean THEN n.summary_encrypted END AS summary_encrypted,
       CASE WHEN $6::boolean THEN n.transcript_encrypted END AS transcript_encrypted,
       CASE WHEN $7::boolean AND c.redaction_status = 'verified' THEN n.redacted_transcript_encrypted END
         AS redacted_transcript_encrypted
  FROM calls c
  LEFT JOIN call_contents n
         ON n.client_id = $1 AND n.data_env = $2 AND n.call_id = $3 AND n.started_at_utc = $4
 WHERE c.client_id = $1 AND c.data_env = $2 AND c.call_id = $3 AND c.started_at_utc = $4`,
});
