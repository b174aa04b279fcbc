import { Injectable } from '@nestjs/common';
import { auditableId } from '../../../core/audit/auditable-id.policy.js';
import { tenantKey, type AuthContext } from '../../../core/shared/auth-context.js';
import { LoggableError, notFound, PlatformError, unavailable } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { NOTHING_KNOWN } from '../../../core/privacy/pii/pii-rules.policy.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { KeyedLimiter } from '../../../core/shared/keyed-limiter.js';
import { UnlockLooks, type OpenUnlock } from '../../unlocks/looks/unlock-looks.service.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { OpenedContents } from '../contents/contents-opener.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { verifiedLines, withLines } from '../contents/transcript.policy.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import type { FoundCall } from '../../call-records/lookup/call-place.queries.js';
import { transcriptTextFile } from './transcript-text.js';
import { attachmentOf, type Transcript, type TranscriptFormat } from './transcript-text.policy.js';
import { callTranscriptQuery } from './transcripts.queries.js';
import { DOWNLOAD_ERRORS } from '../calls.errors.js';
import { CALL_ACTIONS } from '../calls.audit.js';

// A PDF can take a second of work. One at a time leaves the event loop to other tenants, and limits
// the memory of unfinished documents to some 30 MB per tenant.
const PDFS_AT_ONCE = 1;

interface TranscriptRecord extends Pick<
  SealedContents,
  'transcript_encrypted' | 'redacted_transcript_encrypted'
> {
  readonly redaction_status: string | null;
}

interface StoredTranscript {
  readonly call: FoundCall;
  readonly record: TranscriptRecord;
  /** The unlock that opened the spoken form; null: none was needed. */
  readonly unlock: OpenUnlock | null;
}

type FoundTranscript = Transcript & Pick<StoredTranscript, 'unlock'>;

export interface TranscriptFile {
  readonly bytes: Buffer;
  /** Content-Disposition. */
  readonly disposition: string;
}

/** Provides transcripts as files (page calls-transcripts of docs/contract). */
@Injectable()
export class TranscriptsService {
  private readonly turns = new KeyedLimiter({ perKey: PDFS_AT_ONCE });

  constructor(
    private readonly calls: CallLookup,
    private readonly permissions: PiiPermissions,
    private readonly contents: CallContents,
    private readonly projects: ProjectVisibility,
    private readonly metadata: MetadataStore,
    private readonly unlocks: UnlockLooks,
  ) {}

  /**
   * The spoken transcript with permission for it, else the verified redaction. Each file is audited
   * before it is sent, and so is each request that finds none or asks for a PDF that is too large.
   * @throws 404 if there is nothing to show to this caller, for any reason; 413
   *   DOWNLOAD_PDF_TOO_LARGE; 503 if a store does not answer or a key is unavailable
   */
  async download(auth: AuthContext, callId: string, format: TranscriptFormat): Promise<TranscriptFile> {
    const transcript = await this.findCounted(auth, callId, format);
    if (transcript === null) {
      await this.audit(auth, 'denied', { call_id: auditableId(callId), format, form: null });
      throw notFound();
    }
    const details = { call_id: callId, format, form: transcript.form };
    const bytes = await this.write(auth, transcript, format).catch(async (error: unknown) => {
      if (isTooLarge(error))
        await this.audit(auth, 'failed', { ...details, code: DOWNLOAD_ERRORS.pdfTooLarge.code });
      throw error;
    });
    await this.audit(auth, 'success', details);
    return { bytes, disposition: attachmentOf(callId, format) };
  }

  private write(auth: AuthContext, transcript: Transcript, format: TranscriptFormat): Promise<Buffer> {
    return format === 'pdf'
      ? this.turns.run(tenantKey(auth), async () => (await pdfWriter()).transcriptPdf(transcript))
      : transcriptTextFile(transcript);
  }

  /** A transcript opened by an unlock is counted as a view, or shown as without the unlock. */
  private async findCounted(
    auth: AuthContext,
    callId: string,
    format: TranscriptFormat,
  ): Promise<Transcript | null> {
    const found = await this.find(auth, callId, true);
    if (found === null || found.unlock === null || found.form !== 'raw') return found;
    if (await this.unlocks.record(auth, found.unlock, `transcript_${format}`)) return found;
    return this.find(auth, callId, false);
  }

  private async find(auth: AuthContext, callId: string, unlocks: boolean): Promise<FoundTranscript | null> {
    // Permissions are read first, because they decide what else is read. No connection to the store
    // is held in the meantime.
    const rules = await this.permissions.rules(auth);
    // The retention of transcripts is currently unknown, and a 404 would mean that this transcript
    // is gone.
    if (rules === NOTHING_KNOWN) throw unavailable(new LoggableError('the PII rules could not be looked up'));
    const stored = await this.calls.read(auth, callId, async (db, call): Promise<StoredTranscript | null> => {
      const own = rules.of(call.projectId);
      if (call.startedAt < own.transcriptsFrom) return null;
      const found = unlocks ? await this.unlocks.find(db, auth, callId, own) : null;
      const unlock = found?.opened.includes('transcript') ? found : null;
      const readsSpoken = own.permission.transcript || unlock !== null;
      const [record] = await db.query<TranscriptRecord>(callTranscriptQuery(call, readsSpoken));
      return record ? { call, record, unlock } : null;
    });
    const shown = stored && (await this.shown(auth, stored));
    if (!shown) return null;
    const { callId: id, projectId, startedAt } = stored.call;
    const names = await this.projects.displayNames(auth, [projectId]);
    return {
      ...{ callId: id, startedAt, project: names.get(projectId) ?? projectId, ...shown },
      unlock: stored.unlock,
    };
  }

  /**
   * A form that cannot be opened is skipped in favour of the call's other form, or nothing.
   * @throws 503 if there is nothing to show because a key is temporarily unavailable
   */
  private async shown(
    auth: AuthContext,
    { call, record }: StoredTranscript,
  ): Promise<Pick<Transcript, 'form' | 'lines'> | null> {
    const { transcript_encrypted, redacted_transcript_encrypted, redaction_status: status } = record;
    const opener = this.contents.opener(auth);
    const open = async (columns: Partial<SealedContents>): Promise<OpenedContents> => {
      const row = { call_id: call.callId, ...columns };
      await opener.keysOf(row);
      return opener.open(row);
    };
    const raw = withLines((await open({ transcript_encrypted })).transcript);
    if (raw) return { form: 'raw', lines: raw };
    const redacted = verifiedLines(
      status,
      (await open({ redacted_transcript_encrypted })).redactedTranscript,
    );
    if (redacted) return { form: 'redacted', lines: redacted };
    opener.assertKeys();
    return null;
  }

  private audit(
    auth: AuthContext,
    outcome: 'success' | 'denied' | 'failed',
    metadata: {
      call_id: string | null;
      format: TranscriptFormat;
      form: Transcript['form'] | null;
      code?: string;
    },
  ): Promise<void> {
    return this.metadata.recordAudit(auth, { action: CALL_ACTIONS.transcriptDownloaded, outcome, metadata });
  }
}

/** Loaded at first use: the fonts take about 15 MB, which most processes never need. */
const pdfWriter = () => import('./transcript-pdf.js');

const isTooLarge = (error: unknown): boolean =>
  error instanceof PlatformError && error.entry.code === DOWNLOAD_ERRORS.pdfTooLarge.code;
