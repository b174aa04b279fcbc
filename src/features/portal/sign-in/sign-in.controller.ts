import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { BehindPublicDoor, type PublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { SessionOpener } from '../entry/session-opener.service.js';
import { leadTo, SignInBrowsers } from '../entry/sign-in-browsers.service.js';
import { PortalAddress } from '../lookup/portal-address.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { PUBLIC, publicSignIn } from '../rules/public-address.policy.js';
import { SignInRequest } from './sign-in.request.js';
import { SignInService } from './sign-in.service.js';

/**
 * One address may be an office of fifty people who return from lunch, and guessing is useless. A
 * hundred such offices may sign in in the same minute: at most 60,000 abandoned sign-ins are stored
 * for their ten minutes.
 */
const doorOf = (name: string): PublicDoor => ({
  name,
  perAddress: [{ limit: 60, seconds: 60 }],
  ceiling: { limit: 6000, seconds: 60 },
});

const LOCATION = {
  Location: { description: 'The address to continue at.', schema: { type: 'string' as const } },
};

/** Signing in with a browser (portal-sessions section 1). */
@Routes('v1/portal', 'Portal sessions')
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionOpener,
    private readonly browsers: SignInBrowsers,
    private readonly address: PortalAddress,
  ) {}

  @Get('sign-in')
  @PublicRoute('domain', {
    // For the address bar of a browser, not for clients of the document.
    internal: true,
    errors: [
      CATALOGUE.notFound,
      CATALOGUE.rateLimited,
      CATALOGUE.dependencyUnavailable,
      PORTAL_ERRORS.identityProviderUnavailable,
      PORTAL_ERRORS.signInRefused,
    ],
  })
  @BehindPublicDoor(doorOf('portal-sign-in'))
  @Operation('Redirects a browser to the identity provider.')
  @ApiResponse({
    status: 303,
    description: 'To the identity provider, or first to this route at the public address.',
    headers: LOCATION,
  })
  async startSignIn(
    @Query() { return_to: asked, at }: SignInRequest,
    @Req() request: PlatformRequest,
    @Res() response: Response,
  ): Promise<void> {
    const portal = this.address.get();
    const returnTo = this.browsers.returnPath(asked);
    this.browsers.remember(request, returnTo);
    const elsewhere = at === PUBLIC ? null : publicSignIn(request.headers.host, portal.origin, returnTo);
    if (elsewhere !== null) {
      leadTo(response, elsewhere);
      return;
    }
    leadTo(response, await this.signIns.begin(this.browsers.begin(request, response), returnTo));
  }

  @Get('callback')
  @PublicRoute('domain', {
    internal: true,
    errors: [
      CATALOGUE.notFound,
      CATALOGUE.rateLimited,
      CATALOGUE.dependencyUnavailable,
      PORTAL_ERRORS.identityProviderUnavailable,
      PORTAL_ERRORS.signInNotKnown,
      PORTAL_ERRORS.signInRefused,
      PORTAL_ERRORS.noPortalAccess,
    ],
  })
  @BehindPublicDoor(doorOf('portal-callback'))
  @Operation('Receives the browser from the identity provider and completes a sign-in with a session.')
  @ApiQuery({
    name: 'state',
    required: false,
    schema: { type: 'string' },
    description: 'As sent by the provider.',
  })
  @ApiQuery({
    name: 'code',
    required: false,
    schema: { type: 'string' },
    description: 'As sent by the provider.',
  })
  @ApiResponse({ status: 303, description: 'To the requested page.', headers: LOCATION })
  async finishSignIn(@Req() request: PlatformRequest, @Res() response: Response): Promise<void> {
    const portal = this.address.get();
    const query = new URL(request.url, portal.origin).searchParams;
    const begun = await this.signIns.resume(this.browsers.of(request), query);
    this.browsers.remember(request, begun.returnTo);
    await this.sessions.open(await this.signIns.end(begun, query), request, response);
    leadTo(response, begun.returnTo);
  }
}
