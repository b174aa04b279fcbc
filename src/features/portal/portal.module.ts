import { Inject, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Response } from 'express';
import { SETTINGS, settingsOf, type Settings } from '../../config/settings.js';
import type { PlatformRequest } from '../../core/shared/platform-request.js';
import { SessionForwarding } from './forwarding/session-forwarding.js';
import { SessionTokens } from './forwarding/session-tokens.service.js';
import { logoOf } from './pages/logo.js';
import { builtPages, servePages } from './pages/page-server.js';
import { PortalAddress } from './lookup/portal-address.js';
import { PortalAdmission } from './lookup/portal-admission.service.js';
import { SessionLookup } from './lookup/session-lookup.service.js';
import { PORTAL_SETTINGS } from './portal.settings.js';
import { IdentityProvider } from './provider/identity-provider.js';
import { ProviderSessions } from './provider/provider-sessions.service.js';
import { ProfileService } from './sessions/profile.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { leadFailuresToPage } from './sign-in/failure-page.js';
import { pageHeaders } from './sign-in/page-headers.js';
import { KeysController } from './keys/keys.controller.js';
import { SessionEntryModule } from './session-entry.module.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

/**
 * Signing in with a browser, its session, and the forwarding of its requests to the routes of the
 * API.
 */
@Module({
  imports: [SessionEntryModule],
  controllers: [SignInController, KeysController, SessionsController],
  providers: [
    SessionLookup,
    PortalAdmission,
    IdentityProvider,
    ProviderSessions,
    SessionTokens,
    SessionForwarding,
    SignInService,
    SessionsService,
    ProfileService,
  ],
})
export class PortalModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly address: PortalAddress,
    private readonly forwarding: SessionForwarding,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Through the adapter itself: Nest restores a request's address after middleware below a path,
   * and this middleware changes it.
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
    const { PORTAL_PRODUCT_NAME: name, PORTAL_LOGO_FILE: file } = settingsOf(this.settings, PORTAL_SETTINGS);
    this.host.httpAdapter.use(servePages(pages, { name, logo: logoOf(file) }));
  }
}
