import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { DirectoryExport } from './account-export/directory.export.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsService } from './groups/groups.service.js';
import { DirectoryRoles } from './lookup/directory-roles.service.js';
import { DirectoryTokens } from './lookup/directory-tokens.service.js';
import { LinksController } from './links/links.controller.js';
import { LinksService } from './links/links.service.js';
import { ProvisionedSubjects } from './lookup/provisioned-subjects.service.js';
import { ProvisioningEvents } from './lookup/provisioning-events.service.js';
import { TokenUsage } from './lookup/token-usage.js';
import { SetupController } from './setup/setup.controller.js';
import { SetupService } from './setup/setup.service.js';
import { TokensService } from './setup/tokens.service.js';
import { StoredUsers } from './lookup/stored-users.service.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** The directories of clients, which provision people and groups by SCIM 2.0. */
@Module({
  imports: [PeopleModule],
  controllers: [SetupController, LinksController, DiscoveryController, UsersController, GroupsController],
  providers: [
    DirectoryExport,
    TokenUsage,
    DirectoryTokens,
    DirectoryRoles,
    ProvisioningEvents,
    SetupService,
    TokensService,
    LinksService,
    StoredUsers,
    ProvisionedSubjects,
    UsersService,
    GroupsService,
  ],
  exports: [ProvisionedSubjects],
})
export class DirectoryModule {}
