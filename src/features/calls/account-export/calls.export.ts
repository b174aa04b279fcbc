import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  type ExportedRow,
  type ExportSnapshot,
  namesIn,
} from '../../../core/account-export/account-export.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { ContentRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents, SealedRow } from '../contents/contents-opener.js';
import { shownSummary } from '../contents/shown-summary.policy.js';
import { verifiedLines, withLines } from '../contents/transcript.policy.js';
import { shownCostParts, shownResponseTimes } from '../rollup/call-figures.policy.js';
import { toCallRow } from '../../call-records/rules/call-row.js';
import { EXPORTED_CALLS, type ExportedCall } from './account-export.queries.js';

const COLUMNS = namesIn(`
  call_id project_id campaign_id contact_id direction channel call_status status_detail started_at_utc
  answered_at_utc ended_at_utc duration_seconds caller_display caller_number caller_name agent_name
  primary_outcome disconnection_reason sentiment human_escalation transfer_outcome cost_usd cost_local
  currency version_number version_source cost_parts response_times recording_available summary transcript
`);

/** All calls, with the contents that the client's policy lets the person see (privacy 3.1). */
@ContributesToExport()
export class CallsExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    {
      name: 'calls',
      section: 'calls',
      store: 'tenant',
      about:
        'A call with its summary and transcript, as far as the privacy policy shows them to an administrator of the ' +
        'client. An erased caller has left the call without number, name and texts.',
      columns: COLUMNS,
      rows: (snapshot) => this.shown(snapshot),
    },
  ];

  constructor(
    private readonly permissions: PiiPermissions,
    private readonly contents: CallContents,
  ) {}

  private async *shown({ auth, rows }: ExportSnapshot): AsyncIterable<ExportedRow> {
    const rules = await this.permissions.rules(auth);
    const opener = this.contents.opener(auth);
    for await (const call of rows<ExportedCall>(EXPORTED_CALLS)) {
      const terms = rules.of(call.project_id);
      const sealed = permittedOf(call, terms);
      const keys = opener.keysOf(sealed);
      if (keys) await keys;
      // An unavailable key would silently omit data that may be shown.
      opener.assertKeys();
      yield rowOf(call, opener.open(sealed), terms);
    }
  }
}

/** The sealed contents that these rules permit; the others are not opened. */
function permittedOf(call: ExportedCall, { permission, summary, transcriptsFrom }: ContentRules): SealedRow {
  const isKept = call.started_at >= transcriptsFrom;
  const showsSpoken = permission.transcript && call.transcript_encrypted !== null;
  return {
    call_id: call.call_id,
    ...(permission.rawCaller && {
      caller_number_encrypted: call.caller_number_encrypted,
      caller_name_encrypted: call.caller_name_encrypted,
    }),
    ...(summary !== 'none' && { summary_encrypted: call.summary_encrypted }),
    ...(isKept && showsSpoken && { transcript_encrypted: call.transcript_encrypted }),
    ...(isKept && !showsSpoken && { redacted_transcript_encrypted: call.redacted_transcript_encrypted }),
  };
}

function rowOf(call: ExportedCall, opened: OpenedContents, { summary }: ContentRules): ExportedRow {
  const row = toCallRow(call, { projectName: null, keepsTranscript: true, detailAvailable: true });
  const isStored = call.summary_encrypted !== null;
  return {
    ...row,
    primary_outcome: call.outcome,
    answered_at_utc: call.answered_at_utc,
    cost_parts: shownCostParts(call),
    response_times: shownResponseTimes(call),
    caller_number: opened.callerNumber,
    caller_name: opened.callerName,
    summary: shownSummary(isStored, opened.summary, summary).summary,
    transcript:
      withLines(opened.transcript) ?? verifiedLines(call.redaction_status, opened.redactedTranscript),
  };
}
