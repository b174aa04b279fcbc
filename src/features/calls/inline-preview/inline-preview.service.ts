import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { shownSummary } from '../contents/shown-summary.policy.js';
import { transcriptStatus, verifiedLines } from '../contents/transcript.policy.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { callPreviewQuery } from './inline-preview.queries.js';
import { InlinePreviewResponse } from './inline-preview.response.js';

// The lines that a list shows beside a row without opening the call (calls 15.2).
const PREVIEW_LINES = 10;

interface CallPreviewRecord extends Pick<
  SealedContents,
  'summary_encrypted' | 'redacted_transcript_encrypted'
> {
  readonly call_id: string;
  readonly redaction_status: string | null;
  readonly transcript_available: boolean;
  readonly summary_stored: boolean;
}

/** Shows what a call was about (calls section 15). */
@Injectable()
export class InlinePreviewService {
  constructor(
    private readonly calls: CallLookup,
    private readonly permissions: PiiPermissions,
    private readonly contents: CallContents,
  ) {}

  /** @throws 404 for a call that this caller cannot see, 503 when a store does not answer */
  async preview(auth: AuthContext, callId: string): Promise<InlinePreviewResponse> {
    // Permissions are read first, because they decide what else is read. No connection to the store
    // is held in the meantime.
    const rules = await this.permissions.rules(auth);
    const found = await this.calls.read(auth, callId, async (db, place) => {
      const { summary: form, transcriptsFrom } = rules.of(place.projectId);
      const isKept = place.startedAt >= transcriptsFrom;
      const read = { redactedTranscript: isKept, summary: form !== 'none' };
      const [call] = await db.query<CallPreviewRecord>(callPreviewQuery(place, read));
      return call ? { call, form, isKept } : null;
    });
    if (found === null) throw notFound();
    const { call, form, isKept } = found;
    const opened = await this.contents.open(auth, call);
    const summary = shownSummary(call.summary_stored, opened.summary, form);
    const lines = verifiedLines(call.redaction_status, opened.redactedTranscript);
    return {
      call_id: call.call_id,
      summary: summary.summary,
      summary_status: summary.status,
      transcript_status: transcriptStatus({
        isKept,
        isStored: call.transcript_available,
        redactionStatus: call.redaction_status,
        readable: lines,
        isUnreadable: call.redacted_transcript_encrypted !== null && opened.redactedTranscript === null,
      }),
      lines: lines?.slice(0, PREVIEW_LINES) ?? [],
      has_more: (lines?.length ?? 0) > PREVIEW_LINES,
    };
  }
}
