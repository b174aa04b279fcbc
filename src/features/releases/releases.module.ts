import { Module } from '@nestjs/common';
import { DiallingModule } from '../dialling/dialling.module.js';
import { EmailRoutingModule } from '../email-routing/email-routing.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ApprovalGate } from './approvals/approval-gate.service.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { DeploymentsController } from './deployments/deployments.controller.js';
import { DeploymentsService } from './deployments/deployments.service.js';
import { ConversationReleaseGate } from './publish/conversation-release-gate.service.js';
import { DashboardReleaseController } from './publish/dashboard-release.controller.js';
import { DashboardReleaseService } from './publish/dashboard-release.service.js';
import {
  InboundNumberGate,
  FreeInboundNumbersOnProjectArchived,
  ClaimInboundNumbersOnProjectRestored,
} from './publish/inbound-number-gate.service.js';
import { KnowledgeBuildGate, KnowledgeBuildGateModule } from './publish/knowledge-build-gate.service.js';
import { RELEASE_GATES, ReleaseBlockers, type ReleaseGate } from './publish/release-blockers.service.js';
import { ReleaseWriter } from './publish/release-writer.service.js';
import { ReleasesController } from './publish/releases.controller.js';
import { ReleasesService } from './publish/releases.service.js';
import { ValidationService } from './publish/validation.service.js';
import { FinishedReleases } from './staged/finished-releases.service.js';
import { StagedHashes } from './staged/staged-hashes.service.js';
import { StagedReleasesController } from './staged/staged-releases.controller.js';
import { StagedReleasesService } from './staged/staged-releases.service.js';
import { StagedTimes } from './staged/staged-times.service.js';
import { StoppedReleaseNotice } from './staged/stopped-release-notice.js';
import { StoppedReleases, EndStagedReleaseOnProjectArchived } from './staged/stopped-releases.service.js';
import { VersionChoiceController } from './staged/version-choice.controller.js';
import { VersionChoiceService } from './staged/version-choice.service.js';
import { VersionsController } from './versions/versions.controller.js';
import { VersionsService } from './versions/versions.service.js';

/** Releases: publish with its gates, approvals, versions, staging and deployments. */
@Module({
  imports: [DiallingModule, EmailRoutingModule, KnowledgeBuildGateModule, ProjectsModule],
  controllers: [
    ReleasesController,
    DashboardReleaseController,
    ApprovalsController,
    VersionsController,
    DeploymentsController,
    StagedReleasesController,
    VersionChoiceController,
  ],
  providers: [
    ApprovalsService,
    ApprovalGate,
    ConversationReleaseGate,
    InboundNumberGate,
    {
      provide: RELEASE_GATES,
      useFactory: (...gates: ReleaseGate[]) => gates,
      inject: [InboundNumberGate, KnowledgeBuildGate, ConversationReleaseGate, ApprovalGate],
    },
    FreeInboundNumbersOnProjectArchived,
    ClaimInboundNumbersOnProjectRestored,
    ReleaseBlockers,
    ReleaseWriter,
    ValidationService,
    ReleasesService,
    DashboardReleaseService,
    StagedHashes,
    FinishedReleases,
    StagedReleasesService,
    EndStagedReleaseOnProjectArchived,
    StagedTimes,
    StoppedReleaseNotice,
    StoppedReleases,
    VersionChoiceService,
    VersionsService,
    DeploymentsService,
  ],
  exports: [StagedTimes, StoppedReleases],
})
export class ReleasesModule {}
