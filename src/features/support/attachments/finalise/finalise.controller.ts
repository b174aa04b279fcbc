import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { AttachmentParams } from '../lookup/attachment-params.request.js';
import { AttachmentStatusResponse } from '../lookup/attachment.response.js';
import { FinaliseAttachment } from './finalise.service.js';

/** support-attachments 3.4. */
@Routes('v1/support/tickets/:ticket_id/attachments/:attachment_id/finalise', 'Support')
export class FinaliseAttachmentController {
  constructor(private readonly attachments: FinaliseAttachment) {}

  @Post()
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached, CATALOGUE.blocked] })
  @SupportLimit('attachment_finalise', 30)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Ends the upload of a file, which is then scanned.',
    'If parts are missing or the SHA-256 differs, the answer is 409, and the session stays open: send the parts ' +
      'again.',
  )
  @Answers(AttachmentStatusResponse)
  finishAttachment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, attachment_id: attachmentId }: AttachmentParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<AttachmentStatusResponse> {
    return this.attachments.finalise(auth, ticketId, attachmentId, reservation);
  }
}
