import { Body, Delete, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyBody, EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { BrowserScopeGuard } from '../rules/browser-scope.guard.js';
import { PartnerClientParams } from '../rules/client-params.request.js';
import { OF_ONE_CLIENT } from '../rules/people.js';
import { AssignedUserParams, AssignUserRequest, RemoveUserQuery } from './users.request.js';
import {
  AssignableUsersResponse,
  PartnerClientUsersResponse,
  RemovedUserResponse,
} from './users.response.js';
import { UsersService } from './users.service.js';

const ADMINISTRATORS = { ...OF_ONE_CLIENT, scopes: ['partner_admin'] } as const;

/** partner-clients section 6. */
@UseGuards(BrowserScopeGuard)
@Routes('api/partner-clients/:client_id', 'Partner clients')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('users')
  @Access(ADMINISTRATORS)
  @Operation('Lists the people of your organisation who are assigned to the client.')
  @Answers(PartnerClientUsersResponse)
  listPartnerClientUsers(
    @Auth() auth: AuthContext,
    @Param() _params: PartnerClientParams,
    @Query() _query: EmptyQuery,
  ): Promise<PartnerClientUsersResponse> {
    return this.users.list(auth);
  }

  @Get('assignable-users')
  @Access(ADMINISTRATORS)
  @Operation('Lists the people of your organisation who have no role for the client.')
  @Answers(AssignableUsersResponse)
  listAssignableUsers(
    @Auth() auth: AuthContext,
    @Param() _params: PartnerClientParams,
    @Query() _query: EmptyQuery,
  ): Promise<AssignableUsersResponse> {
    return this.users.assignable(auth);
  }

  @Post('users')
  @Access({ ...ADMINISTRATORS, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'partner-clients.users.assign' })
  @Operation(
    'Assigns a person of your organisation to the client.',
    "It takes effect with that person's next request. Assigning again in the same role changes nothing.",
  )
  @Answers(PartnerClientUsersResponse)
  assignPartnerClientUser(
    @Auth() auth: AuthContext,
    @Param() _params: PartnerClientParams,
    @Query() _query: EmptyQuery,
    @Body() request: AssignUserRequest,
    @Reserved() reservation: Reservation | null,
  ): Promise<PartnerClientUsersResponse> {
    return this.users.assign(auth, request, reservation);
  }

  @Delete('users/:user_id')
  @Access({ ...ADMINISTRATORS, errors: [CATALOGUE.conflict] })
  @Idempotent({ operation: 'partner-clients.users.remove' })
  @Operation(
    "Ends the assignment of a person, from that person's next request on.",
    'At least one partner user and one administrator stay assigned: a removal of the last one is 409. ' +
      'Sessions, API keys, invitations and project assignments of the person end with it; with ' +
      '`keep_api_keys_with`, a colleague keeps the keys.',
  )
  @Answers(RemovedUserResponse)
  removePartnerClientUser(
    @Auth() auth: AuthContext,
    @Param() { user_id: userId }: AssignedUserParams,
    @Query() query: RemoveUserQuery,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<RemovedUserResponse> {
    return this.users.remove(auth, userId, query, reservation);
  }
}
