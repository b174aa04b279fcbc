import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionEntryModule } from '../portal/session-entry.module.js';
import { EndLinksOfDirectory, EndLinksOfReset, EndLinksOfRole } from './listeners/link-ends.listeners.js';
import { SingleSignOnExport } from './account-export/single-sign-on.export.js';
import { ConnectionRecords } from './connections/connection-record.service.js';
import { ConnectionSettingsReader } from './connections/connection-settings.service.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionsService } from './connections/connections.service.js';
import { DomainsModule } from './domains/domains.module.js';
import { EnforcementModule } from './enforcement/enforcement.module.js';
import { SsoSecrets } from './lookup/sign-in-secrets.js';
import { SignInStore } from './lookup/sign-in-store.service.js';
import { DirectorySignIns } from './provider/directory-sign-ins.service.js';
import { OidcDirectory } from './provider/oidc-directory.js';
import { SamlDirectory } from './provider/saml-directory.js';
import { SamlThread } from './provider/saml-thread.js';
import { AddressSignInController } from './sign-in/address-sign-in.controller.js';
import { AddressSignIn } from './sign-in/address-sign-in.service.js';
import { BegunSessions } from './sign-in/begun-sessions.service.js';
import { ConnectionTestsController } from './sign-in/connection-tests.controller.js';
import { ConnectionTests } from './sign-in/connection-tests.service.js';
import { DirectoryLinksController } from './sign-in/directory-links.controller.js';
import { DirectoryLinks } from './sign-in/directory-links.service.js';
import { DirectorySessions } from './sign-in/directory-sessions.service.js';
import { DirectoryPeople } from './sign-in/directory-people.service.js';

/** Signing in with the directory of a client. */
@Module({
  imports: [EnforcementModule, DomainsModule, SessionEntryModule, PeopleModule, DirectoryModule],
  controllers: [
    ConnectionsController,
    ConnectionTestsController,
    AddressSignInController,
    DirectoryLinksController,
  ],
  providers: [
    SingleSignOnExport,
    SamlThread,
    SamlDirectory,
    OidcDirectory,
    SsoSecrets,
    SignInStore,
    DirectorySignIns,
    ConnectionRecords,
    ConnectionSettingsReader,
    ConnectionsService,
    DirectoryPeople,
    BegunSessions,
    ConnectionTests,
    DirectoryLinks,
    DirectorySessions,
    AddressSignIn,
    EndLinksOfRole,
    EndLinksOfReset,
    EndLinksOfDirectory,
  ],
})
export class SingleSignOnModule {}
