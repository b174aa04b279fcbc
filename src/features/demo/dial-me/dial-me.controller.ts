import { Body, Get, HttpCode, Ip, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { BehindPublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { CHALLENGE_DOOR, DIAL_ME_DOOR } from '../rules/demo-doors.js';
import { DialMeRequest } from './dial-me.request.js';
import { DialMeChallengeResponse, DialMeResponse } from './dial-me.response.js';
import { DialMeService } from './dial-me.service.js';

/**
 * The only refusal (demo 3.3). A telephone may be requested five times an hour; the wait does not
 * depend on the reason.
 */
const NOT_CALLED = {
  message:
    'No call was made. The demo calls ordinary numbers of its countries, during the day, and each number ' +
    'only a few times.',
  retryAfterSeconds: 3600,
};

/** The public demo (demo sections 2 and 3). */
@Routes('v1/public/demo/dial-me', 'Public demo')
export class DialMeController {
  constructor(private readonly dialMe: DialMeService) {}

  @Get('challenge')
  @PublicRoute('general', {
    errors: [CATALOGUE.notFound, CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
  })
  @BehindPublicDoor(CHALLENGE_DOOR)
  @Operation(
    'Returns what a page needs to request a call.',
    'A proof of work, the words that the person agrees to, and the countries whose numbers are called. ' +
      '404 if the deployment has no demo.',
  )
  @Answers(DialMeChallengeResponse)
  getDialMeChallenge(@Query() _query: EmptyQuery): Promise<DialMeChallengeResponse> {
    return this.dialMe.prepare();
  }

  @Post()
  @HttpCode(202)
  @PublicRoute('general', {
    errors: [CATALOGUE.notFound, CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
    onlyRefusal: NOT_CALLED,
    keyless: 'Each request needs its own challenge, which is valid once.',
  })
  @BehindPublicDoor(DIAL_ME_DOOR)
  @Operation(
    'Calls the person who requests it.',
    'This dials a real telephone. 202: the call is on its way. 429: it is refused, and the response ' +
      'never says why. An invalid body is 422. 404 if the deployment has no demo.',
  )
  @ApiAcceptedResponse({ type: DialMeResponse })
  requestDemoCall(
    @Query() _query: EmptyQuery,
    @Body() request: DialMeRequest,
    @Ip() address: string,
  ): Promise<DialMeResponse> {
    return this.dialMe.call(request, address);
  }
}
