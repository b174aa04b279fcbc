import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { TicketParams } from '../lookup/ticket-id.request.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { CommentParams, CommentRequest, CommentsRequest } from './comments.request.js';
import { CommentRedactedResponse, CommentSavedResponse, CommentsResponse } from './comments.response.js';
import { CommentsService } from './comments.service.js';
import { RedactCommentService } from './redact-comment.service.js';
import { WriteCommentService } from './write-comment.service.js';

/** support section 4. */
@Routes('v1/support/tickets/:ticket_id/comments', 'Support')
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly writing: WriteCommentService,
    private readonly redaction: RedactCommentService,
  ) {}

  @Get()
  @Access({ ...PEOPLE, errors: [CATALOGUE.validationFailed, SUPPORT_ERRORS.limitReached] })
  @SupportLimit('comment_read', 60)
  @Operation('Lists the comments of a ticket in chronological order, and marks them as read.')
  @Answers(CommentsResponse)
  listSupportComments(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() request: CommentsRequest,
  ): Promise<CommentsResponse> {
    return this.comments.list(auth, ticketId, request);
  }

  @Post()
  @Access({ ...PEOPLE, errors: [CATALOGUE.conflict] })
  @RateLimit({ caller: { limit: 60, seconds: 3600 } }, { within: 'platform' })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Writes a comment.',
    'A public one of the customer opens a pending or solved ticket again; a public one of our staff makes ' +
      'a new or open ticket pending. The response does not repeat the text.',
  )
  @ApiCreatedResponse({ type: CommentSavedResponse })
  writeSupportComment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() request: CommentRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<CommentSavedResponse> {
    return this.writing.write(auth, ticketId, request, reservation);
  }

  @Post(':comment_id/redact')
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.notRedactable] })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Removes the text of a comment for good.',
    'The author can do this for 15 minutes; a client_admin and our staff can at any time. Author and time stay.',
  )
  @Answers(CommentRedactedResponse)
  redactSupportComment(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, comment_id: commentId }: CommentParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<CommentRedactedResponse> {
    return this.redaction.redact(auth, ticketId, commentId, reservation);
  }
}
