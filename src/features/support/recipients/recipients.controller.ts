import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TicketParams } from '../lookup/ticket-id.request.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { RecipientParams, RecipientRequest } from './recipients.request.js';
import { RecipientsResponse, SavedRecipient } from './recipients.response.js';
import { Recipients } from './recipients.service.js';

const { limitReached, tooManyRecipients } = SUPPORT_ERRORS;

/** support section 10. */
@Routes('v1/support/tickets/:ticket_id/recipients', 'Support')
export class RecipientsController {
  constructor(private readonly recipients: Recipients) {}

  @Get()
  @Access(PEOPLE)
  @Operation('Lists the people and addresses that are notified of public comments.')
  @Answers(RecipientsResponse)
  listSupportRecipients(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
  ): Promise<RecipientsResponse> {
    return this.recipients.list(auth, ticketId);
  }

  @Post()
  @Access({ ...PEOPLE, errors: [limitReached, tooManyRecipients] })
  @SupportLimit('recipient_add', 20)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Adds a person or a verified address.',
    'They are notified of public comments by email. A person sees the ticket from then on, unless its category is ' +
      'hidden from their role; an address gets the emails and nothing else.',
  )
  @ApiCreatedResponse({ type: SavedRecipient })
  addSupportRecipient(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() request: RecipientRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<SavedRecipient> {
    return this.recipients.add(auth, ticketId, request, reservation);
  }

  @Delete(':recipient_id')
  @Access({ ...PEOPLE, errors: [limitReached] })
  @SupportLimit('recipient_remove', 20)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation('Removes a recipient, who gets no more emails about the ticket.')
  @Answers(SavedRecipient)
  removeSupportRecipient(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, recipient_id: recipientId }: RecipientParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<SavedRecipient> {
    return this.recipients.remove(auth, ticketId, recipientId, reservation);
  }
}
