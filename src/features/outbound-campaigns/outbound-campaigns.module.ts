import { Module } from '@nestjs/common';
import { UsageCapsModule } from '../billing/usage-caps.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { CapacityModule } from '../capacity/capacity.module.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PublishedRuntimesModule } from '../workspace/published-runtimes.module.js';
import { ArchivedProjects } from './archived/archived-projects.job.js';
import { DiallingOfArchived } from './archived/project-archived.listener.js';
import { CreateCampaignController } from './campaigns/create.controller.js';
import { CreateCampaignService } from './campaigns/create.service.js';
import { CampaignDetailController } from './campaigns/detail.controller.js';
import { CampaignDetailService } from './campaigns/detail.service.js';
import { CampaignListController } from './campaigns/list.controller.js';
import { CampaignListService } from './campaigns/list.service.js';
import { UpdateCampaignService } from './campaigns/update.service.js';
import { ContactListController } from './contacts/contacts.controller.js';
import { ContactListService } from './contacts/contacts.service.js';
import { ContactImportService } from './import/contact-import.service.js';
import { ContactSealer } from './import/contact-sealer.service.js';
import { ContactWriter } from './import/contact-writer.service.js';
import { ContactImportController } from './import/import.controller.js';
import { ClosingContacts } from './control/closing.work.js';
import { ControlController } from './control/control.controller.js';
import { ControlService } from './control/control.service.js';
import { Launches } from './control/launches.service.js';
import { CampaignSchedule } from './control/schedule.work.js';
import { AttemptEnds } from './dispatch/attempt-ends.work.js';
import { CampaignCalls } from './dispatch/campaign-calls.listener.js';
import { DispatchController } from './dispatch/dispatch.controller.js';
import { LeaseEnds } from './dispatch/lease-ends.work.js';
import { CalledNumbers } from './dispatch/called-numbers.service.js';
import { ReportBatches } from './dispatch/report-batch.service.js';
import { DispatchReports } from './dispatch/report.service.js';
import { SealedContacts } from './dispatch/sealed-contacts.service.js';
import { SingleTurns } from './dispatch/single-turns.service.js';
import { TakeService } from './dispatch/take.service.js';
import { WaitingTakes } from './dispatch/waiting-takes.service.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { CampaignAccess } from './lookup/campaign-access.service.js';
import { CampaignStatuses } from './lookup/campaign-status.service.js';
import { OptOuts } from './lookup/opt-outs.service.js';
import { ProgressRights } from './progress/progress-rights.service.js';
import { ProgressStreams } from './progress/progress-streams.service.js';
import { ProgressController } from './progress/progress.controller.js';
import { WashRecordController } from './registry-wash/wash-record.controller.js';
import { WashRecordService } from './registry-wash/wash-record.service.js';
import { WashResultsController } from './registry-wash/wash-results.controller.js';
import { WashResultsService } from './registry-wash/wash-results.service.js';
import { SingleDispatchController } from './single/single-dispatch.controller.js';
import { SingleDispatchService } from './single/single-dispatch.service.js';
import { SingleNumbers } from './single/single-numbers.service.js';
import { SingleListService } from './single/single-list.service.js';
import { CampaignDetails } from './snapshot/campaign-details.service.js';
import { ReportController } from './report/report.controller.js';
import { ReportService } from './report/report.service.js';
import { SuppressionRemovalService } from './suppressions/removal.service.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { SuppressionsService } from './suppressions/suppressions.service.js';
import { CampaignValidation } from './validation/campaign-validation.service.js';
import { DecidingContacts } from './validation/deciding.work.js';
import { ValidationController } from './validation/validation.controller.js';
import { ValidationService } from './validation/validation.service.js';

/** Outbound campaigns: whom to call, what allows it, and how far it has come. */
@Module({
  imports: [
    CallsModule,
    CapacityModule,
    DiallingModule,
    ProjectsModule,
    PublishedRuntimesModule,
    UsageCapsModule,
  ],
  controllers: [
    DispatchController,
    SingleDispatchController,
    EvidenceController,
    // First: Nest takes a path for shadowed unless the one that wins over it is declared behind it.
    CampaignDetailController,
    CampaignListController,
    CreateCampaignController,
    ContactListController,
    WashRecordController,
    WashResultsController,
    SuppressionsController,
    ContactImportController,
    ValidationController,
    ControlController,
    ReportController,
    ProgressController,
  ],
  providers: [
    TakeService,
    WaitingTakes,
    SealedContacts,
    SingleTurns,
    SingleDispatchService,
    SingleListService,
    SingleNumbers,
    DispatchReports,
    CalledNumbers,
    ReportBatches,
    LeaseEnds,
    AttemptEnds,
    CampaignCalls,
    EvidenceService,
    CampaignAccess,
    CampaignDetails,
    CampaignListService,
    CreateCampaignService,
    CampaignDetailService,
    UpdateCampaignService,
    ContactListService,
    WashRecordService,
    WashResultsService,
    OptOuts,
    CampaignStatuses,
    Launches,
    ControlService,
    CampaignSchedule,
    ClosingContacts,
    ArchivedProjects,
    DiallingOfArchived,
    DecidingContacts,
    ReportService,
    ProgressStreams,
    ProgressRights,
    SuppressionsService,
    SuppressionRemovalService,
    ContactImportService,
    ContactSealer,
    ContactWriter,
    CampaignValidation,
    ValidationService,
  ],
  exports: [ValidationService, CampaignValidation],
})
export class OutboundCampaignsModule {}
