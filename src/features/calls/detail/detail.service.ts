import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { divideDecimal } from '../../../core/http/fields/numbers.policy.js';
import {
  permittedKinds,
  type PiiPermission,
  type SummaryForm,
} from '../../../core/privacy/pii/pii-permission.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { ContentRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { UnlockLooks, type OpenUnlock } from '../../unlocks/looks/unlock-looks.service.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents } from '../contents/contents-opener.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { shownSummary, type SummaryStatus } from '../contents/shown-summary.policy.js';
import { transcriptStatus, verifiedLines, withLines } from '../contents/transcript.policy.js';
import type { TranscriptStatus } from '../contents/transcript.policy.js';
import {
  shownCostParts,
  shownResponseTimes,
  type CostPartsRecord,
  type ResponseTimesRecord,
} from '../rollup/call-figures.policy.js';
import { toCallRow, type CallRowRecord } from '../../call-records/rules/call-row.js';
import type { ConsentMethod, ConsentStatus } from '../../call-records/rules/call-vocabulary.js';
import { consentState, earliest } from '../../call-records/rules/consent.policy.js';
import { opensDetail } from '../../call-records/rules/detail-access.policy.js';
import { shownTransfer } from '../../call-records/rules/shown-transfer.policy.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { timelineOf } from './detail.policy.js';
import { callDetailQuery } from './detail.queries.js';
import { CallComplianceResponse, CallConsentResponse, CallDetailResponse } from './detail.response.js';

/** A call as `callDetailQuery` reads it; the sealed columns that may not be read are null. */
interface CallDetailRecord extends CallRowRecord, SealedContents, CostPartsRecord, ResponseTimesRecord {
  readonly solution_id: string | null;
  readonly answered_at_utc: Date | null;
  readonly ai_response_seconds: string | null;
  readonly provider_label: string | null;
  readonly redaction_status: string | null;
  readonly summary_stored: boolean;
  readonly consent_status: ConsentStatus | null;
  readonly consent_method: ConsentMethod | null;
  readonly consent_obtained_at_utc: Date | null;
  readonly consent_expires_at_utc: Date | null;
  readonly consent_withdrawn_at_utc: Date | null;
}

/** Shows one call with the permitted data of the caller (calls section 14; privacy 1.1). */
@Injectable()
export class CallDetailService {
  constructor(
    private readonly calls: CallLookup,
    private readonly permissions: PiiPermissions,
    private readonly contents: CallContents,
    private readonly projects: ProjectVisibility,
    private readonly unlocks: UnlockLooks,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for a call that this caller cannot see, 503 when a store does not answer */
  async show(auth: AuthContext, callId: string): Promise<CallDetailResponse> {
    const opened = await this.read(auth, callId, true);
    if (opened.unlock === null || (await this.unlocks.record(auth, opened.unlock, 'detail')))
      return opened.detail;
    return (await this.read(auth, callId, false)).detail;
  }

  /** Whether an approved unlock opens what the role may not see */
  private async read(
    auth: AuthContext,
    callId: string,
    unlocks: boolean,
  ): Promise<{ readonly detail: CallDetailResponse; readonly unlock: OpenUnlock | null }> {
    // Permissions are read first, because they decide what else is read. No connection to the store
    // is held in the meantime.
    const rules = await this.permissions.rules(auth);
    const found = await this.calls.read(auth, callId, async (db, place) => {
      const own = rules.of(place.projectId);
      const unlock = unlocks ? await this.unlocks.find(db, auth, callId, own) : null;
      const terms = termsOf(unlock?.rules ?? own, place.startedAt);
      const { permission, summary, keepsTranscript } = terms;
      const read = {
        caller: permission.rawCaller,
        spokenTranscript: permission.transcript && keepsTranscript,
        redactedTranscript: keepsTranscript,
        summary: summary !== 'none',
      };
      const [call] = await db.query<CallDetailRecord>(callDetailQuery(place, read));
      return call ? { call, terms, unlock } : null;
    });
    if (found === null) throw notFound();
    const { call, terms, unlock } = found;
    const [contents, names] = await Promise.all([
      this.contents.open(auth, call),
      this.projects.displayNames(auth, [call.project_id]),
    ]);
    const row = toCallRow(call, {
      projectName: names.get(call.project_id) ?? null,
      keepsTranscript: terms.keepsTranscript,
      detailAvailable: opensDetail(auth),
    });
    return { detail: { ...row, ...detailOf(call, contents, terms, this.clock.now()) }, unlock };
  }
}

type CallDetail = Omit<CallDetailResponse, keyof ReturnType<typeof toCallRow>>;

/** The rules of a call's project, applied to the call. */
interface CallTerms {
  readonly permission: PiiPermission;
  readonly summary: SummaryForm;
  /** Whether its transcript is still retained, in any form. */
  readonly keepsTranscript: boolean;
  /** The latest time at which its consent lapses; null: never. */
  readonly consentLapsesAt: Date | null;
}

const termsOf = (rules: ContentRules, startedAt: Date): CallTerms => ({
  permission: rules.permission,
  summary: rules.summary,
  keepsTranscript: startedAt >= rules.transcriptsFrom,
  consentLapsesAt:
    rules.consentDays === null ? null : new Date(startedAt.getTime() + rules.consentDays * DAY_MS),
});

function detailOf(
  call: CallDetailRecord,
  contents: OpenedContents,
  { permission, summary: form, keepsTranscript, consentLapsesAt }: CallTerms,
  now: Date,
): CallDetail {
  const answeredAt = iso(call.answered_at_utc);
  const summary = shownSummary(call.summary_stored, contents.summary, form);
  return {
    solution_id: call.solution_id,
    answered_at_utc: answeredAt,
    ...(permission.rawCaller && { caller: { number: contents.callerNumber, name: contents.callerName } }),
    summary: summary.summary,
    timeline: timelineOf({
      status: call.call_status,
      startedAt: call.started_at_utc,
      answeredAt,
      endedAt: call.ended_at_utc,
      transfer: contents.transfer,
    }),
    transfer: contents.transfer && shownTransfer(contents.transfer),
    consent: consentOf(call, consentLapsesAt, now),
    compliance: complianceOf(permission, transcriptStatusOf(call, contents, keepsTranscript), summary.status),
    performance: {
      avg_ai_response_seconds:
        call.ai_response_seconds === null ? null : divideDecimal(call.ai_response_seconds, 1, 3),
      provider_label: call.provider_label,
    },
    cost_parts: shownCostParts(call),
    response_times: shownResponseTimes(call),
    ...(permission.transcript && { transcript: contents.transcript && [...contents.transcript] }),
  };
}

/** Without permission the spoken lines were not read, so only the redacted ones are considered. */
function transcriptStatusOf(
  call: CallDetailRecord,
  contents: OpenedContents,
  isKept: boolean,
): TranscriptStatus {
  const { transcript_encrypted: spoken, redacted_transcript_encrypted: redacted } = call;
  return transcriptStatus({
    isKept,
    isStored: call.transcript_available,
    redactionStatus: call.redaction_status,
    readable:
      withLines(contents.transcript) ?? verifiedLines(call.redaction_status, contents.redactedTranscript),
    isUnreadable:
      (spoken !== null && contents.transcript === null) ||
      (redacted !== null && contents.redactedTranscript === null),
  });
}

function consentOf(call: CallDetailRecord, lapsesAt: Date | null, now: Date): CallConsentResponse | null {
  if (call.consent_status === null) return null;
  const expiresAt = earliest(call.consent_expires_at_utc, lapsesAt);
  return {
    status: call.consent_status,
    method: call.consent_method,
    obtained_at_utc: iso(call.consent_obtained_at_utc),
    expires_at_utc: iso(expiresAt),
    withdrawn_at_utc: iso(call.consent_withdrawn_at_utc),
    state: consentState(
      {
        status: call.consent_status,
        obtainedAt: call.consent_obtained_at_utc,
        expiresAt,
        withdrawnAt: call.consent_withdrawn_at_utc,
      },
      now,
    ),
  };
}

function complianceOf(
  permission: PiiPermission,
  transcript_status: TranscriptStatus,
  summary_status: SummaryStatus,
): CallComplianceResponse {
  const kinds = permittedKinds(permission);
  return { pii_permitted: kinds.length > 0, pii_kinds: kinds, transcript_status, summary_status };
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;
