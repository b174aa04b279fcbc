import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { FOR_ADMINISTRATORS } from '../rules/callers.js';
import { PeoplePageQuery } from '../rules/page.request.js';
import { InvitationParams, InviteRequest } from './invitations.request.js';
import { InvitationResponse, InvitationsResponse } from './invitations.response.js';
import { InvitationsService } from './invitations.service.js';

/**
 * Mails to strangers (people 3.6): enough to invite a whole practice in one day, and too few for a
 * spammer who has taken over an account.
 */
const MAILS = { caller: { limit: 30, seconds: 3_600 }, tenant: { limit: 200, seconds: 86_400 } };

/** Invitations to roles (people section 3). */
@Routes('v1/portal/invitations', 'People')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Access(FOR_ADMINISTRATORS)
  @Operation(
    'Lists invitations to the roles you may give.',
    'The list includes accepted, expired and withdrawn invitations.',
  )
  @Answers(InvitationsResponse)
  listInvitations(@Auth() auth: AuthContext, @Query() query: PeoplePageQuery): Promise<InvitationsResponse> {
    return this.invitations.list(auth, query);
  }

  @Post()
  @Access({ ...FOR_ADMINISTRATORS, errors: [PEOPLE_ERRORS.roleNotGrantable, PEOPLE_ERRORS.invitationExists] })
  @Idempotent({ operation: 'people.invite', required: true })
  @RateLimit(MAILS, { operation: 'people.invite' })
  @Operation(
    'Invites a person by email to a role for the client.',
    'The email says who invites and has a link that works once, for seven days. The person who opens it ' +
      'signs in and then has the role. An address has one open invitation at a time: another one is 409 ' +
      'invitation_exists.',
  )
  @Answers(InvitationResponse)
  invitePerson(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() request: InviteRequest,
    @Reserved() reservation: Reservation,
  ): Promise<InvitationResponse> {
    return this.invitations.invite(auth, request, reservation);
  }

  @Post(':invitation_id/resend')
  @Access({ ...FOR_ADMINISTRATORS, errors: [PEOPLE_ERRORS.invitationEnded, CATALOGUE.rateLimited] })
  @Idempotent({ operation: 'people.resend-invitation', required: true })
  @RateLimit(MAILS, { operation: 'people.invite' })
  @Operation(
    'Sends an invitation again, with a new link for seven days; the previous link stops working immediately.',
    'An expired invitation can be resent, too. More than once in five minutes is 429; an accepted or ' +
      'withdrawn invitation is 409.',
  )
  @Answers(InvitationResponse)
  resendInvitation(
    @Auth() auth: AuthContext,
    @Param() { invitation_id: invitationId }: InvitationParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<InvitationResponse> {
    return this.invitations.resend(auth, invitationId, reservation);
  }

  @Post(':invitation_id/withdraw')
  @Access({ ...FOR_ADMINISTRATORS, errors: [PEOPLE_ERRORS.invitationEnded] })
  @Idempotent({ operation: 'people.withdraw-invitation', required: true })
  @Operation(
    'Withdraws an invitation: its link stops working immediately.',
    'An invitation that is already withdrawn is returned unchanged; an accepted one is 409.',
  )
  @Answers(InvitationResponse)
  withdrawInvitation(
    @Auth() auth: AuthContext,
    @Param() { invitation_id: invitationId }: InvitationParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<InvitationResponse> {
    return this.invitations.withdraw(auth, invitationId, reservation);
  }
}
