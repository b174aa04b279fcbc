import { Body, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { Challenges } from '../lookup/challenges.service.js';
import { BreakGlassSignIn } from './sign-in.service.js';
import {
  BreakGlassSignedInResponse,
  BreakGlassSignInRequest,
  ChallengeResponse,
} from './sign-in.messages.js';

/** A client has a handful of holders, who sign in in emergencies; guessing a signature is useless. */
const DOOR: PublicDoor = {
  name: 'break-glass',
  perAddress: [{ limit: 10, seconds: 60 }],
  ceiling: { limit: 600, seconds: 60 },
};
const KEYLESS = 'Each challenge counts once.';

/** The public door of break-glass (break-glass 1.3, 5.3). */
@Routes('v1/portal/break-glass', 'Break-glass')
export class BreakGlassSignInController {
  constructor(
    private readonly challenges: Challenges,
    private readonly signIns: BreakGlassSignIn,
  ) {}

  @Post('challenge')
  @PublicRoute('domain', {
    keyless: KEYLESS,
    errors: [CATALOGUE.notFound, CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
  })
  @BehindPublicDoor(DOOR)
  @Operation('Returns a challenge for a passkey to sign.', 'Without a portal it is 404.')
  @Answers(ChallengeResponse)
  beginBreakGlass(@Body() _body: EmptyBody): Promise<ChallengeResponse> {
    return this.challenges.begin();
  }

  @Post('sign-in')
  @PublicRoute('domain', {
    keyless: KEYLESS,
    errors: [
      CATALOGUE.unauthorized,
      CATALOGUE.notFound,
      CATALOGUE.rateLimited,
      CATALOGUE.dependencyUnavailable,
    ],
  })
  @BehindPublicDoor(DOOR)
  @Operation(
    'Signs a break-glass holder in with a passkey alone.',
    'The session can do nothing but open its use, within 5 minutes. Every failure is 401, with one answer.',
  )
  @Answers(BreakGlassSignedInResponse)
  signInByBreakGlass(
    @Body() body: BreakGlassSignInRequest,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BreakGlassSignedInResponse> {
    return this.signIns.enter(body, request, response);
  }
}
