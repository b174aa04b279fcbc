import { Module } from '@nestjs/common';
import { ConnectionRecords } from './connections/connection-record.service.js';
import { ConnectionSettingsReader } from './connections/connection-settings.service.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionsService } from './connections/connections.service.js';
import { CheckDomainsJob } from './domains/check-domains.job.js';
import { DomainRows } from './domains/domain-rows.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { DomainsService } from './domains/domains.service.js';
import { Connections } from './lookup/connections.service.js';
import { SamlThread } from './provider/saml-thread.js';

/** Signing in with the directory of a client. */
@Module({
  controllers: [ConnectionsController, DomainsController],
  providers: [
    SamlThread,
    Connections,
    ConnectionRecords,
    ConnectionSettingsReader,
    ConnectionsService,
    DomainRows,
    DomainsService,
    CheckDomainsJob,
  ],
})
export class SingleSignOnModule {}
