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
import { ChangeRoleRequest, DeactivateRequest, PersonParams } from './members.request.js';
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
    'Lists the people you look after, page by page.',
    'A client_admin: those with a role of customers for the client. A partner_admin: those with a partner role for the client, of ' +
      'the own organisation. With those whose role has ended.',
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
    ],
  })
  @Idempotent()
  @Operation(
    'Gives a person another role, from the next request on.',
    'A person who stops being an administrator loses the invitations that were not accepted yet: they are withdrawn. API keys that ' +
      'the new role does not carry end, or go to the colleague whom `keep_api_keys_with` names.',
  )
  @IfMatch('The etag of the person as it was read. Missing or *: 428; stale: 409.', { required: true })
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
  @Access({ ...FOR_ADMINISTRATORS, errors: [PEOPLE_ERRORS.lastAdministrator] })
  @Idempotent({ operation: 'people.deactivate', required: true })
  @Operation(
    'Ends the role of a person for the client, within a second and everywhere.',
    'Tokens get 404 for this client from then on, and the portal sessions of the person end; roles for other clients are left ' +
      'alone. The API keys of the person end, or go to the colleague whom `keep_api_keys_with` names. Invitations by and for the ' +
      'person are withdrawn, and assignments to projects end. A person whose role has ended before is answered as it is.',
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
    'Gives a person the role back that has ended.',
    'Keys, sessions, invitations and assignments to projects that ended with it stay ended. `active` stays false where an operator has ended the ' +
      'person as a whole.',
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
