import { OWED, workKind } from '../../../../core/shared/work-kind.js';

export interface AttachmentWork {
  readonly attachmentId: string;
}

/**
 * Scans an uploaded file. A scan takes 45 s at most. A file that ends its workers is abandoned
 * after a few, and fails when its time is over.
 */
export const SCAN_ATTACHMENT = workKind<AttachmentWork>('support.scan_attachment', {
  concurrency: 2,
  firstDelayMs: 2_000,
});

/** Fails a file that has no verdict when its time is over. */
export const SETTLE_ATTACHMENT = workKind<AttachmentWork>('support.settle_attachment', {
  ...OWED,
  batch: 20,
});
