import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SupportCountsModule } from '../support/support-counts.module.js';
import { DirectoryController } from './directory/directory.controller.js';
import { DirectoryService } from './directory/partner-directory.service.js';
import { ClientProfileService } from './profile/profile.service.js';
import { ProvisioningController } from './provisioning/provisioning.controller.js';
import { ProvisioningService } from './provisioning/provisioning.service.js';
import { SummaryController } from './summary/summary.controller.js';
import { SummaryService } from './summary/summary.service.js';
import { HealthService } from './summary/health.service.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

@Module({
  imports: [PeopleModule, SupportCountsModule],
  controllers: [DirectoryController, ProvisioningController, SummaryController, UsersController],
  providers: [
    ClientProfileService,
    DirectoryService,
    ProvisioningService,
    SummaryService,
    HealthService,
    UsersService,
  ],
})
export class PartnerClientsModule {}
