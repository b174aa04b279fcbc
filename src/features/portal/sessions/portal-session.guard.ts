import { CanActivate, createParamDecorator, ExecutionContext, Injectable } from '@nestjs/common';
import { breakGlassRefused } from '../../../core/tenancy/break-glass.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { bringsCredentials, PortalAdmission } from '../lookup/portal-admission.service.js';
import type { PortalSession } from '../lookup/session-lookup.service.js';
import { PORTAL_ERRORS } from '../portal.errors.js';

declare module '../../../core/shared/platform-request.js' {
  interface PlatformRequest {
    /** Set by PortalSessionGuard. */
    portalSession?: PortalSession;
  }
}

/**
 * Admits requests with a session of the portal; all others are 403, even with a token or a key
 * (portal-sessions 6.1).
 */
@Injectable()
export class PortalSessionGuard implements CanActivate {
  constructor(private readonly admission: PortalAdmission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PlatformRequest>();
    // Requests below /api were checked here before they got their token.
    const session = await this.admission.admit(request, !request.admission && bringsCredentials(request));
    if (!session) throw new PlatformError(PORTAL_ERRORS.portalSessionRequired);
    const rule = request.accessRule;
    if (session.proof.breakGlassId !== null && !(rule?.kind === 'public' && rule.duringBreakGlass))
      throw breakGlassRefused();
    request.portalSession = session;
    return true;
  }
}

/** Passes the session that the guard has found to a controller method. */
export const Session = createParamDecorator((_: unknown, context: ExecutionContext): PortalSession => {
  const { portalSession } = context.switchToHttp().getRequest<PlatformRequest>();
  if (!portalSession) throw new Error('@Session() is on a route without PortalSessionGuard.');
  return portalSession;
});
