import { Logger } from '@nestjs/common';
import { TenantStores } from '../../../../core/database/stores/tenant-stores.js';
import type { UnitOfWork } from '../../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { isUnavailable, reasonOf } from '../../../../core/shared/platform-error.js';
import { Clock } from '../../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../../core/work/work-handler.js';
import type { WorkLease } from '../../../../core/work/work-lease.js';
import { ErasedCallers } from '../../../calls/lookup/erased-callers.service.js';
import { NumbersInFile } from '../content/numbers-in-file.js';
import { AttachmentFiles, type StoredPart } from '../lookup/attachment-files.service.js';
import { PARTS, type AttachmentRow } from '../lookup/attachments.queries.js';
import { BY_ERASURE, endAttachment } from '../lookup/end-attachment.js';
import { WrittenNumbers } from '../../lookup/written-numbers.service.js';
import { isTextKind } from '../rules/attachment-kinds.js';
import { SCAN_ATTACHMENT, type AttachmentWork } from './attachment-work.js';
import { AttachmentScans, type ScanOutcome } from './attachment-scans.service.js';
import { recordScan, type ReadNumbers } from './record-scan.js';
import { BEGIN_SCAN, WAIT_FOR_SCANNER } from './scanning.queries.js';

// A scanner that was unavailable is tried this often, so that a file is scanned soon after its
// return.
const WAIT_MS = 10_000;

/** Scans files that were finalised (support-attachments section 5). */
@HandlesWork()
export class ScanAttachmentHandler implements WorkHandler<AttachmentWork> {
  readonly kind = SCAN_ATTACHMENT;
  private readonly logger = new Logger(ScanAttachmentHandler.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly scans: AttachmentScans,
    private readonly files: AttachmentFiles,
    private readonly numbers: WrittenNumbers,
    private readonly erased: ErasedCallers,
    private readonly clock: Clock,
  ) {}

  async work({ auth, items }: WorkLease<AttachmentWork>): Promise<void> {
    for (const { payload } of items) await this.scan(auth, payload.attachmentId);
  }

  private async scan(auth: AuthContext, attachmentId: string): Promise<void> {
    const at = this.clock.now();
    const begun = await this.stores.transaction(auth, async (tx) => {
      const [row] = await tx.query<AttachmentRow>(BEGIN_SCAN, [attachmentId]);
      return row && { row, parts: await tx.query<StoredPart>(PARTS, [attachmentId]) };
    });
    // The file was deleted.
    if (!begun) return;
    try {
      const { countries, hash } = await this.numbers.rules(auth);
      const numbers = isTextKind(begun.row.kind) ? new NumbersInFile(countries) : null;
      const outcome = await this.scans.scan(auth, begun.row, begun.parts, numbers);
      const found = numbers && (await numbers.end());
      const read = found && { hashes: found.numbers.map(hash), isWhole: found.isWhole };
      await this.stores.transaction(auth, (tx) => this.record(tx, begun.row, outcome, at, read));
      if (outcome.event === 'find_clean') await this.files.clear(attachmentId, begun.parts);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn({ msg: 'an attachment waits for its scan', reason: reasonOf(error) });
      await this.wait(auth, attachmentId, at);
    }
  }

  /** An erasure that began meanwhile did not know the numbers in the text (support-attachments 9.2). */
  private async record(
    tx: UnitOfWork,
    { attachment_id: id, created_at: startedAt }: AttachmentRow,
    outcome: ScanOutcome,
    at: Date,
    read: ReadNumbers | null,
  ): Promise<void> {
    const hashes = outcome.event === 'find_clean' && read !== null ? read.hashes : [];
    if (await this.erased.areAmong(tx, hashes, startedAt))
      await endAttachment(tx, id, { event: 'delete', deletedBy: BY_ERASURE, now: at });
    else await recordScan(tx, id, outcome, at, read);
  }

  private async wait(auth: AuthContext, attachmentId: string, at: Date): Promise<void> {
    await this.stores.transaction(auth, async (tx) => {
      const waits = await tx.query(WAIT_FOR_SCANNER, [attachmentId]);
      if (waits.length === 0) return;
      const notBefore = new Date(at.getTime() + WAIT_MS);
      await tx.enqueue(SCAN_ATTACHMENT, { attachmentId }, { notBefore });
    });
  }
}
