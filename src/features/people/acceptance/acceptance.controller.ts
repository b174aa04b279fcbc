import { Body, Ip, Post, Query } from '@nestjs/common';
import { Claims, PersonalRoute } from '../../../core/auth/access.decorator.js';
import type { TokenClaims } from '../../../core/auth/verified-tokens.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { PersonResponse } from '../lookup/person.response.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { AcceptInvitationRequest } from './acceptance.request.js';
import { AcceptanceService } from './acceptance.service.js';

/**
 * The contract's limit for links in mails; sixty people of one office may begin on the same
 * morning.
 */
const DOOR: PublicDoor = {
  name: 'invitation-acceptance',
  perAddress: [{ limit: 10, seconds: 60 }],
  ceiling: { limit: 600, seconds: 60 },
};

/** How an invitation becomes a role (people section 4). */
@Routes('v1/portal/invitations/accept', 'People')
export class AcceptanceController {
  constructor(private readonly acceptance: AcceptanceService) {}

  @Post()
  @PersonalRoute('domain', {
    errors: [
      CATALOGUE.ipAllowlistRestricted,
      CATALOGUE.rateLimited,
      PEOPLE_ERRORS.invitationEnded,
      PEOPLE_ERRORS.roleHeld,
    ],
    keyless: 'An invitation is accepted once; the person who accepted it gets the same response again.',
  })
  @BehindPublicDoor(DOOR)
  @Operation(
    'Accepts an invitation as the person whose access token is sent.',
    'Any person known to the identity provider may accept, even without a role here: the invitation is ' +
      'bound to the `sub` of the token. The same person gets the same response again; any other gets 409 ' +
      'invitation_ended. A replaced or invented link is 404. Every request with a valid token counts ' +
      'against the limit of the address.',
  )
  @Answers(PersonResponse)
  acceptInvitation(
    @Claims() claims: TokenClaims,
    @Ip() address: string,
    @Query() _query: EmptyQuery,
    @Body() { token, display_name: name }: AcceptInvitationRequest,
  ): Promise<PersonResponse> {
    return this.acceptance.accept({ claims, address }, token, name);
  }
}
