import { Injectable } from '@nestjs/common';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { sealField, type FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import type { RedactedLine, RedactedLines } from '../rules/redacted-lines.schema.js';
import { mayReadLines, type LinesStatus, type TranscriptReader } from './shown-lines.policy.js';

export interface SealedLines {
  readonly redactionStatus: string | null;
  readonly sealed: Buffer | null;
}

export interface ShownLines {
  readonly status: LinesStatus;
  readonly lines: readonly RedactedLine[];
}

/** Transcripts of tests: stored sealed, shown to those who may read transcripts of calls. */
@Injectable()
export class RedactedTranscripts {
  constructor(
    private readonly keys: TenantKeys,
    private readonly values: SealedValues,
    private readonly permissions: PiiPermissions,
  ) {}

  /**
   * @param maxBytes the limit of its lines as JSON
   * @throws 413 if they are longer, 503 without the tenant's key
   */
  async seal(
    tenant: Tenant,
    place: FieldAddress,
    transcript: RedactedLines | undefined,
    maxBytes: number,
  ): Promise<SealedLines> {
    if (transcript === undefined || transcript.lines.length === 0) {
      return { redactionStatus: transcript?.status ?? null, sealed: null };
    }
    const text = JSON.stringify(transcript.lines);
    if (Buffer.byteLength(text) > maxBytes) {
      throw new PlatformError(CATALOGUE.contentTooLarge, {
        message: `The lines of a transcript may be at most ${maxBytes / 1024} KiB in total. Send fewer of them.`,
      });
    }
    const key = await this.keys.current(tenant, 'encryption');
    return { redactionStatus: transcript.status, sealed: sealField(key, place, text) };
  }

  /** Which transcripts of a project's tests the caller may read. Never rejects. */
  async readerOf(auth: AuthContext, projectId: string): Promise<TranscriptReader> {
    const { permission, transcriptsFrom } = (await this.permissions.rules(auth, projectId)).of(projectId);
    return { mayRead: permission.transcript, keptFrom: transcriptsFrom };
  }

  /** @param at when the conversation was requested: its retention counts from then */
  async show(
    tenant: Tenant,
    reader: TranscriptReader,
    at: Date,
    place: FieldAddress,
    { redactionStatus, sealed }: SealedLines,
  ): Promise<ShownLines> {
    const status = mayReadLines(reader, at, redactionStatus, sealed !== null);
    if (status !== 'available' || sealed === null) return { status, lines: [] };
    try {
      return { status, lines: JSON.parse(await this.values.open(tenant, place, sealed)) as RedactedLine[] };
    } catch {
      // A value that cannot be opened is treated as absent (privacy 3.7).
      return { status: 'failed', lines: [] };
    }
  }
}
