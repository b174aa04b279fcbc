import { Module } from '@nestjs/common';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { PartnerModule } from '../partner/partner.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { AcceptanceController } from './acceptance/acceptance.controller.js';
import { AcceptanceService } from './acceptance/acceptance.service.js';
import { PreviewController } from './acceptance/preview.controller.js';
import { InvitationMailJob } from './invitations/invitation-mail.job.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { NamesController } from './names/names.controller.js';
import { NamesService } from './names/names.service.js';
import { FactorResetsController } from './factor-resets/factor-resets.controller.js';
import { PersonFactorResets } from './factor-resets/factor-resets.service.js';
import { RoleEndings } from './endings/role-endings.service.js';
import { PersonNotice } from './lookup/person-notice.js';
import { PersonNotices } from './lookup/person-notices.service.js';
import { MembersController } from './members/members.controller.js';
import { MembersService } from './members/members.service.js';
import { ProvisionedPeople } from './provisioning/provisioned-people.service.js';
import { PeopleExport } from './account-export/people.export.js';

/** The people who work with a client, their invitations and roles. */
@Module({
  imports: [EmailRoutingModule, PartnerModule, SecondFactorsModule],
  controllers: [
    MembersController,
    AcceptanceController,
    PreviewController,
    InvitationsController,
    NamesController,
    FactorResetsController,
  ],
  providers: [
    PeopleExport,
    PersonNotice,
    PersonNotices,
    RoleEndings,
    MembersService,
    InvitationsService,
    InvitationMailJob,
    AcceptanceService,
    NamesService,
    ProvisionedPeople,
    PersonFactorResets,
  ],
  exports: [RoleEndings, NamesService, ProvisionedPeople],
})
export class PeopleModule {}
