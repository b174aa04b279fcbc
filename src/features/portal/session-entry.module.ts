import { Module } from '@nestjs/common';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { LiveSessions } from './entry/live-sessions.service.js';
import { NewPlaceNotice } from './entry/new-place-notice.js';
import { SessionEnds } from './entry/session-ends.service.js';
import { SessionOpener } from './entry/session-opener.service.js';
import { SessionProofs } from './entry/session-proofs.service.js';
import { SignInBrowsers } from './entry/sign-in-browsers.service.js';
import { SignInPeople } from './entry/sign-in-people.service.js';
import { AuditRows } from './lookup/audit-row.js';
import { PortalAddress } from './lookup/portal-address.js';
import { PortalSecrets } from './lookup/portal-secrets.js';

/** Opens and ends sessions, for the portal itself and for other ways to sign in. */
@Module({
  imports: [EmailRoutingModule],
  providers: [
    PortalAddress,
    PortalSecrets,
    AuditRows,
    NewPlaceNotice,
    SignInPeople,
    SignInBrowsers,
    SessionOpener,
    SessionEnds,
    SessionProofs,
    LiveSessions,
  ],
  exports: [
    PortalAddress,
    PortalSecrets,
    AuditRows,
    SignInBrowsers,
    SessionOpener,
    SessionEnds,
    SessionProofs,
    LiveSessions,
  ],
})
export class SessionEntryModule {}
