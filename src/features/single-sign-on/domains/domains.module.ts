import { Module } from '@nestjs/common';
import { RequiredConnection } from '../lookup/required-connection.service.js';
import { CheckDomainsJob } from './check-domains.job.js';
import { DomainRows } from './domain-rows.service.js';
import { DomainsController } from './domains.controller.js';
import { DomainsService } from './domains.service.js';

/** The domains of clients' mail addresses. */
@Module({
  controllers: [DomainsController],
  providers: [DomainRows, DomainsService, CheckDomainsJob, RequiredConnection],
  exports: [RequiredConnection],
})
export class DomainsModule {}
