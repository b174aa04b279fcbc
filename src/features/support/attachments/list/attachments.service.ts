import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { AttachmentAccess } from '../lookup/attachment-access.service.js';
import type { AttachmentScanStatusResponse, AttachmentsResponse } from '../lookup/attachment.response.js';
import { ShownAttachments, shownStatus } from '../lookup/shown-attachments.service.js';

/** Shows the attachments of a ticket (support-attachments 1.2, 5.5). */
@Injectable()
export class AttachmentsService {
  constructor(
    private readonly access: AttachmentAccess,
    private readonly shown: ShownAttachments,
  ) {}

  async list(auth: AuthContext, ticketId: string): Promise<AttachmentsResponse> {
    return { items: await this.shown.show(auth, await this.access.list(auth, ticketId)) };
  }

  async status(
    auth: AuthContext,
    ticketId: string,
    attachmentId: string,
  ): Promise<AttachmentScanStatusResponse> {
    const { row, parts } = await this.access.find(auth, ticketId, attachmentId);
    const arrived = row.state === 'session_open' ? parts : [];
    return { ...shownStatus(row), parts_received: arrived.map(({ part_number: number }) => number) };
  }
}
