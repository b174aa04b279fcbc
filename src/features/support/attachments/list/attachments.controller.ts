import { Body, Delete, Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { TicketParams } from '../../lookup/ticket-id.request.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { AttachmentParams } from '../lookup/attachment-params.request.js';
import {
  AttachmentScanStatusResponse,
  AttachmentsResponse,
  AttachmentStatusResponse,
} from '../lookup/attachment.response.js';
import { AttachmentsService } from './attachments.service.js';
import { DeleteAttachment } from './delete-attachment.service.js';

/** support-attachments 1.2, 5.5, 7.1. */
@Routes('v1/support/tickets/:ticket_id/attachments', 'Support')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly deletion: DeleteAttachment,
  ) {}

  @Get()
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('attachment_list', 60)
  @Operation('Lists the attachments of a ticket in chronological order, including those that are gone.')
  @Answers(AttachmentsResponse)
  listAttachments(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
  ): Promise<AttachmentsResponse> {
    return this.attachments.list(auth, ticketId);
  }

  @Get(':attachment_id/scan-status')
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('attachment_scan_status', 60)
  @Operation('Shows the state of one attachment, and which of its parts have arrived.')
  @Answers(AttachmentScanStatusResponse)
  getAttachmentScanStatus(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, attachment_id: attachmentId }: AttachmentParams,
    @Query() _query: ClientChoice,
  ): Promise<AttachmentScanStatusResponse> {
    return this.attachments.status(auth, ticketId, attachmentId);
  }

  @Delete(':attachment_id')
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached, CATALOGUE.blocked] })
  @SupportLimit('attachment_delete', 12)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Deletes a file: its name and content are gone for good.',
    'The uploader, a client_admin and our staff can do this. The name and the finding of an infected file stay: 409.',
  )
  @Answers(AttachmentStatusResponse)
  deleteAttachment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, attachment_id: attachmentId }: AttachmentParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<AttachmentStatusResponse> {
    return this.deletion.delete(auth, ticketId, attachmentId, reservation);
  }
}
