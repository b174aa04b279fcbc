import { Body, Get, Headers, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { withEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { Answers, IfMatch, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { PersonResponse } from '../lookup/person.response.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { FOR_ADMINISTRATORS } from '../rules/callers.js';
import { PeoplePageQuery } from '../rules/page.request.js';
import { PersonParams } from '../rules/person.request.js';
import { ChangeRoleRequest, DeactivateRequest } from './members.request.js';
import { ChangedPersonResponse, DeactivatedPersonResponse, PeopleResponse } from './members.response.js';
import { MembersService } from './members.service.js';

const HEADERS = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** The people who work with a client, and their roles (people section 2). */
@Routes('v1/portal/people', 'People')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Access(FOR_ADMINISTRATORS)
  @Operation(
    'Lists the people that you manage.',
    'A client_admin sees people with a customer role for the client; a partner_admin sees people of ' +
      'their own organisation with a partner role for it. The list includes people whose role has ended.',
  )
  @Answers(PeopleResponse)
  listPeople(@Auth() auth: AuthContext, @Query() query: PeoplePageQuery): Promise<PeopleResponse> {
    return this.members.list(auth, query);
  }

  @Get(':user_id')
  @Access(FOR_ADMINISTRATORS)
  @Operation('Shows one person.')
  @Answers(PersonResponse, { headers: HEADERS })
  async getPerson(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: PersonParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PersonResponse> {
    return withEtag(response, await this.members.show(auth, userId));
  }

  @Patch(':user_id')
  @Access({
    ...FOR_ADMINISTRATORS,
    errors: [
      CATALOGUE.preconditionRequired,
      CATALOGUE.conflict,
      PEOPLE_ERRORS.roleNotGrantable,
      PEOPLE_ERRORS.lastAdministrator,
      CATALOGUE.blocked,
    ],
  })
  @Idempotent()
  @Operation(
    "Changes a person's role, from the next request on.",
    'If a person stops being an administrator, their open invitations are withdrawn. API keys that the ' +
      'new role does not permit end, or go to the colleague named by `keep_api_keys_with`.',
  )
  @IfMatch('The etag of the person that you read. Missing or *: 428; stale: 409.', { required: true })
  @Answers(ChangedPersonResponse, { headers: HEADERS })
  async changePersonRole(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: PersonParams,
    @Query() _query: ClientChoice,
    @Body() request: ChangeRoleRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Reserved() reservation: Reservation | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedPersonResponse> {
    return withEtag(response, await this.members.changeRole(auth, userId, request, ifMatch, reservation));
  }

  @Post(':user_id/deactivate')
  @Access({ ...FOR_ADMINISTRATORS, errors: [PEOPLE_ERRORS.lastAdministrator, CATALOGUE.blocked] })
  @Idempotent({ operation: 'people.deactivate', required: true })
  @Operation(
    "Ends a person's role for the client, everywhere within a second.",
    'Tokens then get 404 for this client, and the portal sessions of the person end; roles for other ' +
      'clients stay. The API keys of the person end, or go to the colleague named by `keep_api_keys_with`. ' +
      'Invitations by and for the person are withdrawn, and assignments to projects end. A person whose ' +
      'role has already ended is returned unchanged. While single sign-on is required, a break-glass holder ' +
      'without whom fewer than two would count is 409 with block_reason no_way_back.',
  )
  @ApiBody({ type: DeactivateRequest, required: false })
  @Answers(DeactivatedPersonResponse)
  deactivatePerson(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: PersonParams,
    @Query() _query: ClientChoice,
    @Body() { keep_api_keys_with: heirId }: DeactivateRequest,
    @Reserved() reservation: Reservation,
  ): Promise<DeactivatedPersonResponse> {
    return this.members.deactivate(auth, userId, heirId, reservation);
  }

  @Post(':user_id/reactivate')
  @Access(FOR_ADMINISTRATORS)
  @Idempotent({ operation: 'people.reactivate', required: true })
  @Operation(
    "Restores a person's role that has ended.",
    'Keys, sessions, invitations and assignments to projects that ended with it stay ended. ' +
      '`active` stays false if an operator has ended the account of the person.',
  )
  @Answers(PersonResponse)
  reactivatePerson(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: PersonParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<PersonResponse> {
    return this.members.reactivate(auth, userId, reservation);
  }
}
