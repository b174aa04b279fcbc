import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import { CALL_ROW_COLUMNS, instantSql } from '../../call-records/rules/call-row.js';

/**
 * Calls $3 as their events describe them. Calls in $4 include the redacted transcript, calls in $5
 * the spoken one. Each call is looked up by its whole key (ADR 19), after READ_BY_KEY: a join
 * scanned all calls of the tenant for each of them if their month had no statistics.
 */
export const EVENT_FACTS = namedQuery('call_event_facts')`
SELECT ${CALL_ROW_COLUMNS},
       ${instantSql('answered_at_utc')},
       c.solution_id, c.redaction_status,
       n.transfer_encrypted, n.summary_encrypted,
       CASE WHEN c.call_id = ANY($5::text[]) THEN n.transcript_encrypted END AS transcript_encrypted,
       CASE WHEN c.call_id = ANY($4::text[]) AND c.redaction_status = 'verified' THEN n.redacted_transcript_encrypted END
         AS redacted_transcript_encrypted
  FROM call_index i
 CROSS JOIN LATERAL (
       SELECT * FROM calls k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = i.call_id AND k.started_at_utc = i.started_at_utc
        LIMIT 1) c
  LEFT JOIN LATERAL (
       SELECT * FROM call_contents k
        WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = i.call_id AND k.started_at_utc = i.started_at_utc
        LIMIT 1) n ON true
 WHERE i.client_id = $1 AND i.data_env = $2 AND i.call_id = ANY($3::text[])`;
