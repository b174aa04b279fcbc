import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { bringsCredentials, PortalAdmission } from '../lookup/portal-admission.service.js';
import type { PortalSession } from '../lookup/session-lookup.service.js';
import { ProviderSessions } from '../provider/provider-sessions.service.js';
import { forwardedTarget } from '../rules/portal-paths.policy.js';
import { SessionTokens } from './session-tokens.service.js';

/**
 * Maps the portal's addresses to the routes of the API, with a token of the session
 * (portal-sessions 5.1): the same guards and handlers respond, in this process. The first guard
 * reads the session, so that every refusal has the envelope of its route; long-lived responses read
 * it again.
 */
@Injectable()
export class SessionForwarding implements NestMiddleware<PlatformRequest, Response> {
  constructor(
    private readonly admission: PortalAdmission,
    private readonly provider: ProviderSessions,
    private readonly tokens: SessionTokens,
  ) {}

  use(request: PlatformRequest, _response: Response, next: NextFunction): void {
    const target = forwardedTarget(request.url);
    // On routes that also accept tokens, a request without the cookie is one with a token.
    if (!target || (target.use === 'beside_tokens' && !this.admission.hasCookie(request))) return next();
    if (target.url !== request.url) moveTo(request, target.url);
    const hasCredentials = bringsCredentials(request);
    request.admission = () => this.admit(request, hasCredentials);
    next();
  }

  private admit(request: PlatformRequest, hasCredentials: boolean): void | Promise<void> {
    const session = this.admission.admit(request, hasCredentials);
    if (!(session instanceof Promise)) return this.carry(request, session);
    return session.then((found) => this.carry(request, found));
  }

  private carry(request: PlatformRequest, session: PortalSession | null): void | Promise<void> {
    const standing = session && this.provider.standing(session);
    if (!(standing instanceof Promise)) return this.identify(request, standing);
    return standing.then((renewed) => this.identify(request, renewed));
  }

  private identify(request: PlatformRequest, session: PortalSession | null): void | Promise<void> {
    const header = session && this.tokens.authorizationOf(session);
    if (!(header instanceof Promise)) return authorize(request, header);
    return header.then((signed) => authorize(request, signed));
  }
}

/** Without a session the route is called without credentials, and answers 401. */
function authorize({ headers }: PlatformRequest, header: string | null): void {
  if (header === null) delete headers.authorization;
  else headers.authorization = header;
}

/** Unreadable segments of the path were numbered including the prefix, which is one segment. */
function moveTo(request: PlatformRequest, url: string): void {
  request.url = url;
  const { targetFaults: faults } = request;
  if (faults)
    request.targetFaults = { ...faults, brokenSegments: faults.brokenSegments.map((index) => index - 1) };
}
