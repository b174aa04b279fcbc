import { Body, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { Operation, Routes } from '../../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { TicketParams } from '../../lookup/ticket-id.request.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { ATTACHMENT_ERRORS } from '../attachments.errors.js';
import { StartAttachmentRequest } from './sessions.request.js';
import { AttachmentSessionResponse } from './sessions.response.js';
import { AttachmentSessions } from './sessions.service.js';

/** support-attachments section 2. */
@Routes('v1/support/tickets/:ticket_id/attachments/sessions', 'Support')
export class AttachmentSessionsController {
  constructor(private readonly sessions: AttachmentSessions) {}

  @Post()
  @Access({
    ...PEOPLE,
    errors: [
      SUPPORT_ERRORS.limitReached,
      CATALOGUE.conflict,
      ATTACHMENT_ERRORS.limitReached,
      ATTACHMENT_ERRORS.unavailable,
    ],
  })
  @SupportLimit('attachment_session_start', 12)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Starts the upload of a file to a ticket.',
    'Send its bytes in parts of `part_bytes`, in any order, then finalise it. The files of a ticket may have 250 MiB in total.',
  )
  @ApiCreatedResponse({ type: AttachmentSessionResponse })
  startAttachment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() request: StartAttachmentRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AttachmentSessionResponse> {
    return this.sessions.start(auth, ticketId, request, reservation);
  }
}
