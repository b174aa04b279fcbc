import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { TicketParams } from '../lookup/ticket-id.request.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { RelatedCallParams, RelatedCallsRequest } from './related-calls.request.js';
import {
  AttachedCallsResponse,
  DetachedCallResponse,
  RelatedCallsResponse,
  ValidatedCallsResponse,
} from './related-calls.response.js';
import { RelatedCalls } from './related-calls.service.js';

const { limitReached, tooManyCalls } = SUPPORT_ERRORS;

/** support section 9. */
@Routes('v1/support/tickets/:ticket_id/related-calls', 'Support')
export class RelatedCallsController {
  constructor(private readonly calls: RelatedCalls) {}

  @Get()
  @Access(PEOPLE)
  @Operation('Lists the calls of a ticket that you see, and counts the others.')
  @Answers(RelatedCallsResponse)
  listSupportRelatedCalls(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
  ): Promise<RelatedCallsResponse> {
    return this.calls.list(auth, ticketId);
  }

  @Post('validate')
  @Access({ ...PEOPLE, errors: [limitReached], keyless: 'It changes nothing.' })
  @SupportLimit('related_call_validation', 60)
  @Operation('Says for each call whether you may attach it to the ticket; changes nothing.')
  @Answers(ValidatedCallsResponse)
  validateSupportRelatedCalls(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() { call_ids: callIds }: RelatedCallsRequest,
  ): Promise<ValidatedCallsResponse> {
    return this.calls.validate(auth, ticketId, callIds);
  }

  @Post()
  @Access({ ...PEOPLE, errors: [limitReached, CATALOGUE.conflict, tooManyCalls] })
  @SupportLimit('related_call_attach', 20)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation('Attaches calls that you see to a ticket; calls that are already attached stay attached.')
  @Answers(AttachedCallsResponse)
  attachSupportCalls(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() { call_ids: callIds }: RelatedCallsRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<AttachedCallsResponse> {
    return this.calls.attach(auth, ticketId, callIds, reservation);
  }

  @Delete(':call_id')
  @Access({ ...PEOPLE, errors: [limitReached, CATALOGUE.conflict] })
  @SupportLimit('related_call_detach', 20)
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation('Detaches a call that you see from a ticket.')
  @Answers(DetachedCallResponse)
  detachSupportCall(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId, call_id: callId }: RelatedCallParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<DetachedCallResponse> {
    return this.calls.detach(auth, ticketId, callId, reservation);
  }
}
