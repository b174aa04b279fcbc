import { DynamicModule, Module } from '@nestjs/common';
import { CatalogsModule } from '../catalogs/catalogs.module.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ApprovalGate } from './releases/approvals/approval-gate.service.js';
import { ApprovalsController } from './releases/approvals/approvals.controller.js';
import { ApprovalsService } from './releases/approvals/approvals.service.js';
import { ChangesSince } from './configuration/changes-since.service.js';
import { ProjectConfigurations } from './configuration/project-configurations.service.js';
import type { SectionDefinition } from './configuration/section-definition.js';
import { SealedSections } from './configuration/sealed-sections.service.js';
import { EditHistory } from './configuration/edit-history.service.js';
import { SectionDiscards } from './configuration/section-discards.service.js';
import { SectionEdits } from './configuration/section-edits.service.js';
import { SectionRegistry, SECTIONS } from './configuration/section-registry.js';
import { WriteGuards } from './configuration/write-guards.service.js';
import { CloneService } from './configuration-files/clone.service.js';
import { ConfigurationFilesController } from './configuration-files/configuration-files.controller.js';
import { ConfigurationFilesService } from './configuration-files/configuration-files.service.js';
import { DeploymentsController } from './deployments/deployments.controller.js';
import { DeploymentsService } from './deployments/deployments.service.js';
import { DraftController } from './draft/draft.controller.js';
import { DraftDiscards } from './draft/draft-discards.service.js';
import { DraftService } from './draft/draft.service.js';
import { FirstDraft } from './draft/first-draft.service.js';
import { DashboardReleaseController } from './releases/dashboard-release.controller.js';
import { DashboardReleaseService } from './releases/dashboard-release.service.js';
import { ConversationReleaseGate } from './releases/conversation-release-gate.service.js';
import { RELEASE_GATES, ReleaseBlockers, type ReleaseGate } from './releases/release-blockers.service.js';
import { ReleaseWriter } from './releases/release-writer.service.js';
import { ReleasesController } from './releases/releases.controller.js';
import { ValidationService } from './releases/validation.service.js';
import { ReleasesService } from './releases/releases.service.js';
import { VersionsController } from './releases/versions.controller.js';
import { VersionsService } from './releases/versions.service.js';
import {
  FreedInboundNumbers,
  InboundNumberGate,
  RestoredInboundNumbers,
} from './releases/inbound-number-gate.service.js';
import { InboundNumbers } from './configuration/inbound-numbers.service.js';
import { RuntimeConfigurationService } from './runtime/runtime-configuration.service.js';
import { RuntimeReportsService } from './runtime/runtime-reports.service.js';
import { RuntimeTestCallsService } from './runtime/runtime-test-calls.service.js';
import { RuntimeController } from './runtime/runtime.controller.js';
import { SecretValues } from './runtime/secret-values.service.js';
import { SecretsController } from './secrets/secrets.controller.js';
import { SecretsService } from './secrets/secrets.service.js';
import { sectionController } from './sections/section-routes.js';
import { SectionsService } from './sections/sections.service.js';
import { EndedStagedReleases, FinishedReleases } from './releases/staged/finished-releases.service.js';
import { StagedHashes } from './releases/staged/staged-hashes.service.js';
import { StagedReleasesController } from './releases/staged/staged-releases.controller.js';
import { StagedReleasesService } from './releases/staged/staged-releases.service.js';
import { VersionChoiceController } from './releases/staged/version-choice.controller.js';
import { VersionChoiceService } from './releases/staged/version-choice.service.js';
import { OverdueTests } from './configuration/overdue-tests.service.js';
import { ConversationGates } from './configuration/conversation-gate.service.js';
import { RedactedTranscripts } from './contents/redacted-transcripts.service.js';
import { ConversationRunsController } from './conversation-tests/conversation-runs.controller.js';
import { ConversationRunHistory } from './conversation-tests/conversation-run-history.service.js';
import { ConversationRunsService } from './conversation-tests/conversation-runs.service.js';
import { ConversationTestReader } from './conversation-tests/conversation-test-reader.service.js';
import { ConversationTestsController } from './conversation-tests/conversation-tests.controller.js';
import { ConversationTestsService } from './conversation-tests/conversation-tests.service.js';
import { ConversationReports } from './runtime/conversation-reports.service.js';
import { RuntimeConversationTests } from './runtime/runtime-conversation-tests.service.js';
import { RuntimeTestsController } from './runtime/runtime-tests.controller.js';
import { TestCallReports } from './runtime/test-call-reports.service.js';
import { WaitingTests } from './runtime/waiting-tests.service.js';
import { TestCallHistoryController } from './test-calls/test-call-history.controller.js';
import { TestCallHistory } from './test-calls/test-call-history.service.js';
import { PruneTestsJob } from './test-retention/test-retention.job.js';
import { TestCallsController } from './test-calls/test-calls.controller.js';
import { GivenUpTestCalls } from './test-calls/given-up-test-calls.service.js';
import { TestCallDestinations } from './test-calls/test-call-destinations.service.js';
import { TestCallsService } from './test-calls/test-calls.service.js';

/** The workspace of a project: the sections of its configuration, their draft and its releases. */
@Module({})
export class WorkspaceModule {
  static with(sections: readonly SectionDefinition[]): DynamicModule {
    return {
      module: WorkspaceModule,
      imports: [CatalogsModule, DiallingModule, ProjectsModule],
      controllers: [
        DraftController,
        ConfigurationFilesController,
        SecretsController,
        ReleasesController,
        DashboardReleaseController,
        ApprovalsController,
        VersionsController,
        DeploymentsController,
        StagedReleasesController,
        TestCallsController,
        RuntimeController,
        VersionChoiceController,
        TestCallHistoryController,
        ConversationTestsController,
        ConversationRunsController,
        RuntimeTestsController,
        ...sections.flatMap((section) => [
          ...(section.route === undefined ? [] : [sectionController(section, section.route)]),
          ...(section.controllers ?? []),
        ]),
      ],
      providers: [
        { provide: SECTIONS, useValue: sections },
        SectionRegistry,
        SealedSections,
        ProjectConfigurations,
        EditHistory,
        SectionEdits,
        SectionDiscards,
        ChangesSince,
        WriteGuards,
        SectionsService,
        FirstDraft,
        DraftService,
        DraftDiscards,
        ConfigurationFilesService,
        CloneService,
        SecretsService,
        ApprovalsService,
        ApprovalGate,
        ConversationReleaseGate,
        InboundNumbers,
        InboundNumberGate,
        FreedInboundNumbers,
        RestoredInboundNumbers,
        {
          provide: RELEASE_GATES,
          useFactory: (...gates: ReleaseGate[]) => gates,
          inject: [InboundNumberGate, ConversationReleaseGate, ApprovalGate],
        },
        ReleaseBlockers,
        ReleaseWriter,
        ValidationService,
        ReleasesService,
        DashboardReleaseService,
        StagedHashes,
        FinishedReleases,
        StagedReleasesService,
        EndedStagedReleases,
        VersionChoiceService,
        VersionsService,
        DeploymentsService,
        GivenUpTestCalls,
        TestCallDestinations,
        TestCallsService,
        SecretValues,
        RuntimeConfigurationService,
        RuntimeReportsService,
        RuntimeTestCallsService,
        RedactedTranscripts,
        TestCallHistory,
        TestCallReports,
        PruneTestsJob,
        ConversationGates,
        ConversationTestReader,
        ConversationTestsService,
        OverdueTests,
        ConversationRunHistory,
        ConversationRunsService,
        RuntimeConversationTests,
        ConversationReports,
        WaitingTests,
        ...sections.flatMap((section) => [...(section.providers ?? [])]),
      ],
    };
  }
}
