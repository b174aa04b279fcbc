import { Body, Ip, Post, Query } from '@nestjs/common';
import { Claims, PersonalRoute } from '../../../core/auth/access.decorator.js';
import type { TokenClaims } from '../../../core/auth/tokens/verified-tokens.js';
import { Answers, Operation, Routes } from '../../../core/http/openapi/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/validation.pipe.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { PersonResponse } from '../lookup/person.response.js';
import { PEOPLE_ERRORS } from '../people.errors.js';
import { AcceptInvitationRequest } from './acceptance.request.js';
import { AcceptanceService } from './acceptance.service.js';

// The contract's limit for tokens of mails. It counts addresses: many people of an office share
// one.
const PER_ADDRESS = { caller: { limit: 10, seconds: 60 } };

/** How an invitation becomes a role (people section 4). */
@Routes('v1/portal/invitations/accept', 'People')
export class AcceptanceController {
  constructor(private readonly acceptance: AcceptanceService) {}

  @Post()
  @PersonalRoute('domain', {
    errors: [CATALOGUE.ipAllowlistRestricted, PEOPLE_ERRORS.invitationEnded, PEOPLE_ERRORS.roleHeld],
    keyless: 'An invitation is accepted once, and the person who accepted it gets the same answer again.',
  })
  @RateLimit(PER_ADDRESS, { operation: 'people.accept', givenBack: [400] })
  @Operation(
    'Accepts an invitation as the person whose access token is sent.',
    'Any person whom the identity provider knows, also one without a role here: the invitation is bound to the `sub` of the token. ' +
      'Repeated by the same person it is answered alike; another one gets 409 invitation_ended. A link that was replaced or made ' +
      'up is 404. Every 404 and 409 counts against the limit of the address.',
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
