import { Injectable } from '@nestjs/common';
import { ValueUnavailableError } from '../../../../core/privacy/keys/sealed-values.errors.js';
import { KeyGoneError } from '../../../../core/privacy/privacy.errors.js';
import { Scanner } from '../../../../core/scanner/scanner.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { Inspection } from '../content/inspection.js';
import type { NumbersInFile } from '../content/numbers-in-file.js';
import { AttachmentFiles, type StoredPart } from '../lookup/attachment-files.service.js';
import type { AttachmentRow } from '../lookup/attachments.queries.js';
import type { Refusal } from '../rules/refusal.js';

export type ScanOutcome =
  | { readonly event: 'find_clean' }
  | { readonly event: 'find_infected'; readonly finding: string }
  | { readonly event: 'refuse'; readonly reason: Refusal }
  | { readonly event: 'fail'; readonly reason: 'content_lost' };

/** Reads a file once, for the scanner and for the inspection of its type (support-attachments 5.2). */
@Injectable()
export class AttachmentScans {
  constructor(
    private readonly files: AttachmentFiles,
    private readonly scanner: Scanner,
  ) {}

  /** @param numbers reads the same bytes @throws 503 without a verdict */
  async scan(
    auth: AuthContext,
    row: AttachmentRow,
    parts: readonly StoredPart[],
    numbers: NumbersInFile | null = null,
  ): Promise<ScanOutcome> {
    const { attachment_id: id, file_key_encrypted: sealedKey, kind, bytes } = row;
    try {
      if (sealedKey === null) return LOST;
      const content = await this.files.content(auth, id, sealedKey, parts);
      if (content.bytes !== bytes) return LOST;
      const inspection = await Inspection.begin(content, kind);
      const verdict = await this.scanner.scan(passedTo(inspection, numbers, content.read(0, bytes)));
      if (!verdict.isClean) return { event: 'find_infected', finding: verdict.finding };
      const reason = await inspection.end();
      return reason === null ? { event: 'find_clean' } : { event: 'refuse', reason };
    } catch (error) {
      if (error instanceof ValueUnavailableError || error instanceof KeyGoneError) return LOST;
      throw error;
    }
  }
}

const LOST: ScanOutcome = { event: 'fail', reason: 'content_lost' };

async function* passedTo(
  inspection: Inspection,
  numbers: NumbersInFile | null,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    inspection.take(chunk);
    await numbers?.take(chunk);
    yield chunk;
  }
}
