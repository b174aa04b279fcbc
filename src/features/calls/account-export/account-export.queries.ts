import { namedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import {
  FIGURE_COLUMNS,
  type CostPartsRecord,
  type ResponseTimesRecord,
} from '../rollup/call-figures.policy.js';
import { CALL_ROW_COLUMNS, instantSql, type CallRowRecord } from '../../call-records/rules/call-row.js';

export interface ExportedCall extends CallRowRecord, SealedContents, CostPartsRecord, ResponseTimesRecord {
  readonly started_at: Date;
  readonly answered_at_utc: string | null;
  readonly redaction_status: string | null;
}

/**
 * All calls with their contents. LIMIT separates the lookup of contents from the join, whose plan
 * would be a guess while a month has no statistics.
 */
export const EXPORTED_CALLS = namedQuery('account_export_calls')`
    SELECT ${CALL_ROW_COLUMNS},
           c.started_at_utc AS started_at, ${instantSql('answered_at_utc')}, c.redaction_status,
           ${FIGURE_COLUMNS},
           n.caller_number_encrypted, n.caller_name_encrypted, n.transfer_encrypted, n.summary_encrypted,
           n.transcript_encrypted, n.redacted_transcript_encrypted
      FROM calls c
      LEFT JOIN LATERAL (
           SELECT n.* FROM call_contents n
            WHERE n.client_id = $1 AND n.data_env = $2 AND n.call_id = c.call_id AND n.started_at_utc = c.started_at_utc
            LIMIT 1) n ON true
     WHERE c.client_id = $1 AND c.data_env = $2
     ORDER BY c.started_at_utc, c.call_id`;
