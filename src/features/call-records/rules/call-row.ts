import type {
  CallStatus,
  Channel,
  Direction,
  DisconnectionReason,
  OutcomeId,
  TransferOutcome,
  VersionSource,
} from './call-vocabulary.js';
import { disconnectionSql, outcomeSql, sentimentSql } from './call-sql.js';
import type { CallRowResponse } from './call-row.response.js';
import { outcomeCategory } from './call-outcome.policy.js';
import { toWireSentiment, type EffectiveSentiment } from './sentiment.policy.js';

/** A call as `CALL_ROW_COLUMNS` reads it; numeric arrives as text. */
export interface CallRowRecord {
  readonly call_id: string;
  readonly project_id: string;
  readonly campaign_id: string | null;
  readonly contact_id: string | null;
  readonly direction: Direction;
  readonly channel: Channel;
  readonly call_status: CallStatus;
  readonly status_detail: string | null;
  readonly started_at_utc: string;
  readonly ended_at_utc: string | null;
  readonly duration_seconds: string | null;
  readonly caller_masked: string | null;
  readonly agent_name: string | null;
  readonly version_number: number | null;
  readonly version_source: VersionSource | null;
  readonly outcome: OutcomeId;
  readonly disconnection_reason: DisconnectionReason;
  readonly sentiment: EffectiveSentiment;
  readonly human_escalation: boolean;
  readonly transfer_last_outcome: TransferOutcome | null;
  readonly cost_usd: string | null;
  readonly cost_local: string | null;
  readonly currency: string | null;
  readonly transcript_available: boolean;
  readonly recording_available: boolean;
}

/**
 * An instant of a call `c`, in ISO 8601. Formatted by PostgreSQL: otherwise a Date would be created
 * from the text and converted back.
 */
export const instantSql = (column: string): string =>
  `to_char(c.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;

/** The columns of a call `c` in lists: nothing is decrypted, and the number is masked. */
export const CALL_ROW_COLUMNS = [
  'c.call_id, c.project_id, c.campaign_id, c.contact_id, c.direction, c.channel, c.call_status, c.status_detail',
  instantSql('started_at_utc'),
  instantSql('ended_at_utc'),
  'c.duration_seconds, c.caller_masked, c.agent_name, c.version_number, c.version_source',
  `${outcomeSql('c')} AS outcome`,
  `${disconnectionSql('c')} AS disconnection_reason`,
  `${sentimentSql('c')} AS sentiment`,
  'c.human_escalation, c.transfer_last_outcome, c.cost_usd, c.cost_local, c.currency',
  'c.transcript_available, c.recording_available',
].join(',\n       ');

/** The parts of a row that are not in the call's own record. */
interface RowContext {
  readonly projectName: string | null;
  /** Whether its transcript, if there is one, is within its retention. */
  readonly keepsTranscript: boolean;
  /** `opensDetail` */
  readonly detailAvailable: boolean;
}

/** A call in the form of lists. */
export const toCallRow = (call: CallRowRecord, context: RowContext): CallRowResponse => ({
  call_id: call.call_id,
  project_id: call.project_id,
  project_name: context.projectName,
  campaign_id: call.campaign_id,
  contact_id: call.contact_id,
  direction: call.direction,
  channel: call.channel,
  call_status: call.call_status,
  status_detail: call.status_detail,
  started_at_utc: call.started_at_utc,
  ended_at_utc: call.ended_at_utc,
  duration_seconds: call.duration_seconds === null ? null : Math.round(Number(call.duration_seconds)),
  caller_display: call.caller_masked,
  agent_name: call.agent_name,
  version_number: call.version_number,
  version_source: call.version_source,
  primary_outcome: outcomeCategory(call.outcome),
  disconnection_reason: call.disconnection_reason,
  sentiment: toWireSentiment(call.sentiment),
  human_escalation: call.human_escalation,
  transfer_outcome: call.transfer_last_outcome,
  cost_usd: money(call.cost_usd),
  cost_local: money(call.cost_local),
  currency: call.currency,
  transcript_available: call.transcript_available && context.keepsTranscript,
  recording_available: call.recording_available,
  detail_available: context.detailAvailable,
});

// Stored with 14 digits, 4 of them decimals; a number of up to 15 digits prints exactly as it was
// written.
const money = (stored: string | null): number | null => (stored === null ? null : Number(stored));
