import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Response } from 'express';
import type { PlatformRequest } from '../../core/shared/platform-request.js';
import { SessionForwarding } from './forwarding/session-forwarding.js';
import { AuditRows } from './lookup/audit-row.js';
import { BuiltPages } from './pages/built-pages.js';
import { servePages } from './pages/page-server.js';
import { PortalAddress } from './lookup/portal-address.js';
import { PortalAdmission } from './lookup/portal-admission.service.js';
import { PortalSecrets } from './lookup/portal-secrets.js';
import { SessionLookup } from './lookup/session-lookup.service.js';
import { IdentityProvider } from './provider/identity-provider.js';
import { SessionTokensService } from './provider/session-tokens.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { leadFailuresToPage } from './sign-in/failure-page.js';
import { setPageHeaders } from './sign-in/page-headers.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

/** Signing in with a browser, its session, and the way of its requests to the routes of the API. */
@Module({
  controllers: [SignInController, SessionsController],
  providers: [
    PortalAddress,
    PortalSecrets,
    SessionLookup,
    PortalAdmission,
    IdentityProvider,
    SessionTokensService,
    SessionForwarding,
    AuditRows,
    SignInService,
    SessionsService,
  ],
})
export class PortalModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly address: PortalAddress,
    private readonly forwarding: SessionForwarding,
  ) {}

  /**
   * One middleware for all that the portal adds to a request. It belongs to the adapter: Nest restores the address of a request
   * behind a middleware of its own, and this one changes it.
   */
  configure(): void {
    if (!this.address.known) return;
    const pages = BuiltPages.read();
    const serve = pages ? servePages(pages) : null;
    this.host.httpAdapter.use((request: PlatformRequest, response: Response, next: NextFunction) => {
      setPageHeaders(request, response);
      if (this.forwarding.forward(request) || !serve) return next();
      leadFailuresToPage(request);
      serve(request, response, next);
    });
  }
}
