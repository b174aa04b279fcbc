import type { NamedQuery } from '../../../core/kernel/named-query.js';
import { CALL_ROW_COLUMNS, instantSql } from '../rules/call-row.js';

/**
 * Calls $3 as their events tell of them. Of those in $4 the transcript is read in its redacted form as well, of those in $5
 * as it was spoken.
 */
export const EVENT_FACTS: NamedQuery = {
  name: 'call_event_facts',
  text: `
SELECT ${CALL_ROW_COLUMNS},
       ${instantSql('answered_at_utc')},
       c.solution_id, c.redaction_status,
       n.transfer_encrypted, n.summary_encrypted,
       CASE WHEN c.call_id = ANY($5::text[]) THEN n.transcript_encrypted END AS transcript_encrypted,
       CASE WHEN c.call_id = ANY($4::text[]) AND c.redaction_status = 'verified' THEN n.redacted_transcript_encrypted END
         AS redacted_transcript_encrypted
  FROM call_index i
  JOIN calls c
    ON c.client_id = $1 AND c.data_env = $2 AND c.call_id = i.call_id AND c.started_at_utc = i.started_at_utc
  LEFT JOIN call_contents n
    ON n.client_id = $1 AND n.data_env = $2 AND n.call_id = i.call_id AND n.started_at_utc = i.started_at_utc
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY($3::text[])`,
};
