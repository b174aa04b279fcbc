import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { CampaignLookupModule } from '../campaigns/campaign-lookup.module.js';
import { CapacityModule } from '../capacity/capacity.module.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { SealedContacts } from './claims/sealed-contacts.service.js';
import { SingleClaims } from './claims/single-claims.service.js';
import { ClaimEvidence } from './claims/claim-evidence.service.js';
import { ClaimService } from './claims/claim.service.js';
import { WaitingClaims } from './claims/waiting-claims.service.js';
import { DispatchController } from './dispatch.controller.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { AdvanceCampaigns } from './reports/advance-campaigns.work.js';
import { CalledNumbers } from './reports/called-numbers.service.js';
import { CampaignCalls } from './reports/campaign-calls.listener.js';
import { ExpireDispatchLeases } from './reports/expire-dispatch-leases.work.js';
import { ReportBatches } from './reports/report-batch.service.js';
import { DispatchedVersions } from './reports/dispatched-versions.service.js';
import { DispatchReports } from './reports/report.service.js';
import { SingleDispatchController } from './single-calls/single-dispatch.controller.js';
import { SingleDispatchService } from './single-calls/single-dispatch.service.js';
import { SingleListService } from './single-calls/single-list.service.js';
import { SingleNumbers } from './single-calls/single-numbers.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PublishedRuntimesModule } from '../runtime/published-runtimes.module.js';
import { DispatchesExport } from './account-export/dispatch.export.js';

/** Dialling: runtimes claim contacts and single calls, and report how their calls went. */
@Module({
  imports: [
    CallsModule,
    CampaignLookupModule,
    CapacityModule,
    DiallingModule,
    ProjectsModule,
    PublishedRuntimesModule,
  ],
  controllers: [DispatchController, SingleDispatchController, EvidenceController],
  providers: [
    DispatchesExport,
    ClaimService,
    ClaimEvidence,
    WaitingClaims,
    SealedContacts,
    SingleClaims,
    SingleDispatchService,
    SingleListService,
    SingleNumbers,
    DispatchReports,
    DispatchedVersions,
    CalledNumbers,
    ReportBatches,
    ExpireDispatchLeases,
    AdvanceCampaigns,
    CampaignCalls,
    EvidenceService,
  ],
  exports: [SingleDispatchService],
})
export class DispatchModule {}
