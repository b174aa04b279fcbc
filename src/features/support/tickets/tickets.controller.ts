import { Body, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { TicketParams } from '../lookup/ticket-id.request.js';
import { TicketDetailResponse, TicketSavedResponse } from '../lookup/ticket.response.js';
import { PEOPLE } from '../rules/callers.js';
import { ChangeTicketService } from './change-ticket.service.js';
import { CreateTicketService } from './create-ticket.service.js';
import { ShowTicketService } from './show-ticket.service.js';
import { ChangeTicketRequest, CreateTicketRequest } from './tickets.request.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** support sections 1 and 3. */
@Routes('v1/support/tickets', 'Support')
export class TicketsController {
  constructor(
    private readonly creation: CreateTicketService,
    private readonly tickets: ShowTicketService,
    private readonly changes: ChangeTicketService,
  ) {}

  @Post()
  @Access(PEOPLE)
  @RateLimit({ caller: { limit: 20, seconds: 3600 } }, { within: 'platform' })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation(
    'Opens a ticket with its first comment.',
    'Subject and text are stored encrypted; the response does not repeat them. A project that you do ' +
      'not see is 404.',
  )
  @ApiCreatedResponse({ type: TicketSavedResponse })
  createSupportTicket(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: CreateTicketRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<TicketSavedResponse> {
    return this.creation.create(auth, request, reservation);
  }

  @Get(':ticket_id')
  @Access(PEOPLE)
  @Operation('Shows a ticket without its comments.')
  @Answers(TicketDetailResponse, { headers: HEADERS })
  async getSupportTicket(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TicketDetailResponse> {
    return withEtag(response, await this.tickets.show(auth, ticketId));
  }

  @Patch(':ticket_id')
  @Access({
    ...PEOPLE,
    errors: [CATALOGUE.conflict, CATALOGUE.preconditionRequired],
  })
  @Idempotent({ effect: 'tenant', plainAnswer: true })
  @Operation('Changes fields of a ticket, or its status.')
  @IfMatch('The etag of the ticket that was read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(TicketSavedResponse, { headers: HEADERS })
  async changeSupportTicket(
    @Auth() auth: AuthContext,
    @Param() { ticket_id: ticketId }: TicketParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeTicketRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TicketSavedResponse> {
    return withEtag(response, await this.changes.change(auth, ticketId, { request, ifMatch, reservation }));
  }
}
