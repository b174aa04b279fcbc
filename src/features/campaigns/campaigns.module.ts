import { Module } from '@nestjs/common';
import { UsageCapsModule } from '../billing/usage-caps.module.js';
import { CampaignContactsModule } from './campaign-contacts.module.js';
import { CampaignProgressModule } from './campaign-progress.module.js';
import { CampaignLookupModule } from './campaign-lookup.module.js';
import { CampaignStopsModule } from './campaign-stops.module.js';
import { CreateCampaignController } from './definition/create.controller.js';
import { CreateCampaignService } from './definition/create.service.js';
import { CampaignDetailController } from './definition/detail.controller.js';
import { CampaignDetailService } from './definition/detail.service.js';
import { CampaignListController } from './definition/list.controller.js';
import { CampaignListService } from './definition/list.service.js';
import { UpdateCampaignService } from './definition/update.service.js';
import { ClosingContacts } from './lifecycle/closing.work.js';
import { ControlController } from './lifecycle/control.controller.js';
import { ControlService } from './lifecycle/control.service.js';
import { Launches } from './lifecycle/launches.service.js';
import { CampaignSchedule } from './lifecycle/schedule.work.js';
import { LaunchPreviewModule } from './launch-preview.module.js';
import { OutboundSettingsModule } from './outbound-settings.module.js';
import { ReportController } from './report/report.controller.js';
import { ReportService } from './report/report.service.js';
import { CampaignValidation } from './validation/campaign-validation.service.js';
import { DecideContacts } from './validation/decide-contacts.work.js';
import { ValidationController } from './validation/validation.controller.js';
import { ValidationService } from './validation/validation.service.js';
import { CallsModule } from '../calls/calls.module.js';
import { CapacityModule } from '../capacity/capacity.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PublishedRuntimesModule } from '../runtime/published-runtimes.module.js';

/** Outbound campaigns: the people to call, the rules that permit it, and the progress. */
@Module({
  imports: [
    CallsModule,
    CampaignLookupModule,
    CampaignContactsModule,
    CampaignProgressModule,
    CampaignStopsModule,
    CapacityModule,
    LaunchPreviewModule,
    OutboundSettingsModule,
    ProjectsModule,
    PublishedRuntimesModule,
    UsageCapsModule,
  ],
  controllers: [
    CampaignDetailController,
    CampaignListController,
    CreateCampaignController,
    ValidationController,
    ControlController,
    ReportController,
  ],
  providers: [
    CampaignListService,
    CreateCampaignService,
    CampaignDetailService,
    UpdateCampaignService,
    Launches,
    ControlService,
    CampaignSchedule,
    ClosingContacts,
    DecideContacts,
    ReportService,
    CampaignValidation,
    ValidationService,
  ],
  exports: [ValidationService, CampaignValidation, CampaignListService],
})
export class CampaignsModule {}
