import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Response } from 'express';
import type { PlatformRequest } from '../../core/shared/platform-request.js';
import { SessionForwarding } from './forwarding/session-forwarding.js';
import { AuditRows } from './lookup/audit-row.js';
import { builtPages, servePages } from './pages/page-server.js';
import { PortalAddress } from './lookup/portal-address.js';
import { PortalAdmission } from './lookup/portal-admission.service.js';
import { PortalSecrets } from './lookup/portal-secrets.js';
import { SessionLookup } from './lookup/session-lookup.service.js';
import { IdentityProvider } from './provider/identity-provider.js';
import { SessionTokensService } from './provider/session-tokens.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { leadFailuresToPage } from './sign-in/failure-page.js';
import { pageHeaders } from './sign-in/page-headers.js';
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
   * By the adapter itself: what Nest mounts below a path gets its address back after it, and this
   * gives it another one.
   */
  configure(): void {
    if (!this.address.known) return;
    this.host.httpAdapter.use((request: PlatformRequest, response: Response, next: NextFunction) =>
      this.forwarding.use(request, response, next),
    );
    this.host.httpAdapter.use(pageHeaders);
    const pages = builtPages();
    if (!pages) return;
    this.host.httpAdapter.use(leadFailuresToPage);
    this.host.httpAdapter.use(servePages(pages));
  }
}
