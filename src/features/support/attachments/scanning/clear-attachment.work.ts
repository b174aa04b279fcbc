import { HandlesWork, type WorkHandler } from '../../../../core/work/work-handler.js';
import type { WorkLease } from '../../../../core/work/work-lease.js';
import { AttachmentFiles } from '../lookup/attachment-files.service.js';
import { CLEAR_ATTACHMENT, type ClearAttachment } from '../../rules/clear-attachment.js';

/** Deletes the remaining parts of ended files from the file store (support-attachments 5.4). */
@HandlesWork()
export class ClearAttachmentHandler implements WorkHandler<ClearAttachment> {
  readonly kind = CLEAR_ATTACHMENT;

  constructor(private readonly files: AttachmentFiles) {}

  async work({ items }: WorkLease<ClearAttachment>): Promise<void> {
    for (const { payload } of items) await this.files.clear(payload.attachmentId);
  }
}
