import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import type { BodyLimits } from '../../../core/auth/body-limits.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyBody, EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PortalAddress } from '../lookup/portal-address.js';
import { takeCookie } from '../lookup/portal-cookies.js';
import type { PortalSession } from '../lookup/session-lookup.service.js';
import { PORTAL_ERRORS } from '../portal.errors.js';
import { PortalSessionGuard, Session } from './portal-session.guard.js';
import { ProfileService } from './profile.service.js';
import { ProfileRequest, SessionPath } from './sessions.request.js';
import {
  ProfileResponse,
  RevokedResponse,
  SessionPersonResponse,
  SessionsResponse,
  SignedOutResponse,
} from './sessions.response.js';
import { SessionsService } from './sessions.service.js';

const READ = [
  PORTAL_ERRORS.portalSessionRequired,
  PORTAL_ERRORS.credentialsNotAllowed,
  CATALOGUE.dependencyUnavailable,
];
const WRITTEN = [...READ, PORTAL_ERRORS.originNotAllowed];

const SESSION_ONLY =
  ' Only the cookie of a session is accepted here: other credentials, such as tokens and keys, are 403.';

// A profile, or `{}` with some spaces.
const SMALL_BODY: BodyLimits = { bytes: 1024, types: ['application/json'] };

/** The controller's guard refuses requests without one. */
const COOKIE = {
  withoutDoor: "the session's cookie is its credential, and nothing is stored without one",
} as const;

/** A holder of break-glass sees the banner, and can sign out. */
const BREAK_GLASS = { duringBreakGlass: 'from_sign_in' } as const;

/** A person's own sessions; only for the portal (portal-sessions section 6). */
@Routes('v1/portal', 'Portal sessions')
@UseGuards(PortalSessionGuard)
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly profiles: ProfileService,
    private readonly address: PortalAddress,
  ) {}

  @Get('session')
  @PublicRoute('domain', { ...COOKIE, ...BREAK_GLASS, errors: [...READ, CATALOGUE.notFound] })
  @Operation(
    'Shows the person who is signed in, and their clients.',
    'For the pages of the portal: the person of the session and their roles, in the environment of the session.' +
      SESSION_ONLY,
  )
  @Answers(SessionPersonResponse)
  getPortalSession(
    @Session() session: PortalSession,
    @Query() _query: EmptyQuery,
  ): Promise<SessionPersonResponse> {
    return this.sessions.person(session);
  }

  @Put('profile')
  @PublicRoute('domain', {
    ...COOKIE,
    errors: WRITTEN,
    keyless: 'It replaces the whole profile: repeating it changes nothing.',
    body: SMALL_BODY,
  })
  @Operation(
    'Replaces the language and the time zone in which the caller reads the portal.',
    'They apply in every browser and environment of the person.' + SESSION_ONLY,
  )
  @Answers(ProfileResponse)
  savePortalProfile(
    @Session() session: PortalSession,
    @Query() _query: EmptyQuery,
    @Body() profile: ProfileRequest,
  ): Promise<ProfileResponse> {
    return this.profiles.save(session, profile);
  }

  @Get('sessions')
  @PublicRoute('domain', { ...COOKIE, errors: READ })
  @Operation('Lists the browsers in which you are signed in.', 'Newest first.' + SESSION_ONLY)
  @Answers(SessionsResponse)
  async listPortalSessions(
    @Session() session: PortalSession,
    @Query() _query: EmptyQuery,
  ): Promise<SessionsResponse> {
    return { items: await this.sessions.list(session) };
  }

  @Delete('sessions/:session_id')
  @PublicRoute('domain', {
    ...COOKIE,
    errors: [...WRITTEN, CATALOGUE.notFound],
    keyless: 'Ending a session again changes nothing.',
    body: SMALL_BODY,
  })
  @Operation(
    'Ends one of your sessions, even this one.',
    'Every process refuses its cookie within a second. Sessions of other people are 404, as are those that have ended.' +
      SESSION_ONLY,
  )
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The session ends everywhere within a second.' })
  async revokePortalSession(
    @Session() session: PortalSession,
    @Param() { session_id: sessionId }: SessionPath,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.revoke(session, sessionId);
    if (sessionId.toLowerCase() === session.sessionId) takeCookie(response, 'session', this.address.get());
  }

  @Post('sessions/revoke-others')
  @PublicRoute('domain', {
    ...COOKIE,
    errors: WRITTEN,
    body: SMALL_BODY,
    keyless: 'Ending a session again changes nothing.',
  })
  @Operation(
    'Ends all your sessions except this one.',
    'Every process refuses their cookies within a second.' + SESSION_ONLY,
  )
  @Answers(RevokedResponse)
  async revokeOtherPortalSessions(
    @Session() session: PortalSession,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<RevokedResponse> {
    return { revoked: await this.sessions.revokeOthers(session) };
  }

  @Post('sign-out')
  @PublicRoute('domain', {
    ...COOKIE,
    ...BREAK_GLASS,
    errors: WRITTEN,
    body: SMALL_BODY,
    keyless: 'Ending a session again changes nothing.',
  })
  @Operation(
    'Ends the session of this browser.',
    'Deletes the cookie and has the identity provider revoke the refresh token. Follow ' +
      '`provider_sign_out_url` to sign out there too.' +
      SESSION_ONLY,
  )
  @Answers(SignedOutResponse)
  async endPortalSession(
    @Session() session: PortalSession,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedOutResponse> {
    const providerUrl = await this.sessions.signOut(session);
    takeCookie(response, 'session', this.address.get());
    return { provider_sign_out_url: providerUrl };
  }
}
