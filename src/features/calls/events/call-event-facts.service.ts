import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import type { SummaryForm } from '../../../core/privacy/pii/pii-permission.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { ContentRules, PiiRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents, SealedRow } from '../contents/contents-opener.js';
import { shownSummary } from '../contents/shown-summary.policy.js';
import {
  transcriptStatus,
  verifiedLines,
  withLines,
  type StoredLine,
  type TranscriptStatus,
} from '../contents/transcript.policy.js';
import type { CallRowRecord } from '../../call-records/rules/call-row.js';
import { outcomeCategory } from '../../call-records/rules/call-outcome.policy.js';
import { toWireSentiment } from '../../call-records/rules/sentiment.policy.js';
import { shownTransfer } from '../../call-records/rules/shown-transfer.policy.js';
import { READ_BY_KEY } from './call-events.queries.js';
import { EVENT_FACTS } from './event-facts.queries.js';

export type WantedTranscript = 'none' | 'redacted' | 'original';

/** A call in its events: without number, caller's name or address. */
export interface CallEventFacts {
  /** The call's current project: a later revision may have moved the call. */
  readonly projectId: string;
  readonly call: ReturnType<typeof callOf>;
  readonly transfer: ReturnType<typeof shownTransfer> | null;
  readonly analysis: ReturnType<typeof analysisOf>;
  /** Null if it does not exist, is not retained, or was not requested. */
  readonly redacted: readonly StoredLine[] | null;
  /** Also null if the tenant does not permit it. */
  readonly original: readonly StoredLine[] | null;
  /** If the transcript was requested: why it has no lines (calls 14.6). */
  readonly transcriptStatus: TranscriptStatus;
}

interface FactsRow extends CallRowRecord, SealedRow {
  readonly answered_at_utc: string | null;
  readonly solution_id: string | null;
  readonly redaction_status: string | null;
  readonly summary_encrypted: Buffer | null;
}

/**
 * Calls for external receivers: in their current state, under the tenant's current permissions for
 * its partner (privacy 1.4).
 */
@Injectable()
export class CallEventFactsReader {
  constructor(
    private readonly stores: TenantStores,
    private readonly permissions: PiiPermissions,
    private readonly contents: CallContents,
  ) {}

  /**
   * @param wanted by call_id
   * @returns by call_id; calls that no longer exist are missing
   * @throws 503 if the tenant's store does not answer
   */
  async of(
    tenant: Tenant,
    wanted: ReadonlyMap<string, WantedTranscript>,
  ): Promise<ReadonlyMap<string, CallEventFacts>> {
    const auth = partnerOf(tenant);
    const wanting = (...modes: WantedTranscript[]): string[] =>
      [...wanted].filter(([, mode]) => modes.includes(mode)).map(([callId]) => callId);
    // No connection to the store is held while permissions are read.
    const rules = await this.permissions.rules(auth);
    const rows = await this.stores.read(auth, async (db) => {
      await db.query(READ_BY_KEY);
      return db.query<FactsRow>(EVENT_FACTS, [
        [...wanted.keys()],
        wanting('redacted', 'original'),
        wanting('original'),
      ]);
    });
    const opener = this.contents.opener(auth);
    const facts = new Map<string, CallEventFacts>();
    for (const row of rows) {
      const permitted = withoutForbidden(row, rules);
      await opener.keysOf(permitted);
      facts.set(row.call_id, factsOf(permitted, opener.open(permitted), rules.of(row.project_id)));
    }
    return facts;
  }
}

/** The partner's permissions apply: partners configure webhooks and own the receivers. */
const partnerOf = ({ clientId, dataEnv }: Tenant): AuthContext => ({
  clientId,
  dataEnv,
  scope: 'partner_admin',
  principal: { kind: 'system', id: 'webhooks' },
});

/** Drops columns that the receiver may not see, so that they are not opened. */
function withoutForbidden(row: FactsRow, rules: PiiRules): FactsRow {
  const { permission, transcriptsFrom, summary } = rules.of(row.project_id);
  const isKept = new Date(row.started_at_utc) >= transcriptsFrom;
  return {
    ...row,
    summary_encrypted: summary === 'none' ? null : row.summary_encrypted,
    transcript_encrypted: isKept && permission.transcript ? (row.transcript_encrypted ?? null) : null,
    redacted_transcript_encrypted: isKept ? (row.redacted_transcript_encrypted ?? null) : null,
  };
}

const callOf = (row: FactsRow) => ({
  call_id: row.call_id,
  solution_id: row.solution_id,
  campaign_id: row.campaign_id,
  contact_id: row.contact_id,
  direction: row.direction,
  channel: row.channel,
  call_status: row.call_status,
  started_at_utc: row.started_at_utc,
  answered_at_utc: row.answered_at_utc,
  ended_at_utc: row.ended_at_utc,
  duration_seconds: row.duration_seconds === null ? null : Math.round(Number(row.duration_seconds)),
  disconnection_reason: row.disconnection_reason,
  human_escalation: row.human_escalation,
  version_number: row.version_number,
});

function analysisOf(row: FactsRow, opened: OpenedContents, rules: ContentRules) {
  // A summary leaves the platform only if the tripwire finds no personal data in it.
  const form: SummaryForm = rules.summary === 'none' ? 'none' : 'safe';
  return {
    primary_outcome: outcomeCategory(row.outcome),
    sentiment: toWireSentiment(row.sentiment),
    summary: shownSummary(row.summary_encrypted !== null, opened.summary, form).summary,
  };
}

function factsOf(row: FactsRow, opened: OpenedContents, rules: ContentRules): CallEventFacts {
  const redacted = verifiedLines(row.redaction_status, opened.redactedTranscript);
  const original = withLines(opened.transcript);
  return {
    projectId: row.project_id,
    call: callOf(row),
    transfer: opened.transfer && shownTransfer(opened.transfer),
    analysis: analysisOf(row, opened, rules),
    redacted,
    original,
    transcriptStatus: transcriptStatus({
      isKept: new Date(row.started_at_utc) >= rules.transcriptsFrom,
      isStored: row.transcript_available,
      redactionStatus: row.redaction_status,
      readable: redacted,
      isUnreadable:
        ((row.transcript_encrypted ?? null) !== null && opened.transcript === null) ||
        ((row.redacted_transcript_encrypted ?? null) !== null && opened.redactedTranscript === null),
    }),
  };
}
