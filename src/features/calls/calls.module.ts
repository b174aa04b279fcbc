import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { CallOutcomesController } from './analytics/outcomes.controller.js';
import { ProviderPerformanceController } from './analytics/providers/provider-performance.controller.js';
import { CallSentimentController } from './analytics/sentiment.controller.js';
import { CallSummaryController } from './analytics/summary.controller.js';
import { CallTimelineController } from './analytics/timeline.controller.js';
import { CallAnalytics } from './analytics/analytics.service.js';
import { CallerCalls } from './caller-data/caller-calls.service.js';
import { CallerErasure } from './caller-data/caller-erasure.service.js';
import { HeldCalls } from './caller-data/held-calls.service.js';
import { LegalHolds } from './caller-data/legal-holds.service.js';
import { CallContents } from './contents/call-contents.service.js';
import { CallDetailController } from './detail/detail.controller.js';
import { CallDetailService } from './detail/detail.service.js';
import { CallEventFactsReader } from './events/call-event-facts.service.js';
import { CallEventRelay } from './events/call-event-relay.js';
import { CallEvents } from './events/call-events.service.js';
import { PruneCallEventsJob } from './events/call-events.job.js';
import { CallExportController } from './export/export.controller.js';
import { ExportGovernanceReader } from './export/governance/export-governance.service.js';
import { ExportPlans } from './export/export-plans.service.js';
import { ExportAdmission } from './export/runs/export-admission.service.js';
import { ExportReader } from './export/export-reader.service.js';
import { ExportRuns } from './export/runs/export-runs.service.js';
import { ExportService } from './export/export.service.js';
import { ExportCapabilitiesController } from './export/capabilities/capabilities.controller.js';
import { ExportCapabilitiesService } from './export/capabilities/capabilities.service.js';
import { ExportPreviewController } from './export/preview/preview.controller.js';
import { ExportPreviewService } from './export/preview/preview.service.js';
import { PreviewCounter } from './export/preview/preview-counter.service.js';
import { IngestController } from './ingest/ingest.controller.js';
import { IngestService } from './ingest/ingest.service.js';
import { InlinePreviewController } from './inline-preview/inline-preview.controller.js';
import { InlinePreviewService } from './inline-preview/inline-preview.service.js';
import { LinkedCalls } from './linked-calls/linked-calls.service.js';
import { CallListController } from './list/list.controller.js';
import { CallListService } from './list/list.service.js';
import { PiiAccessController } from './pii-access/pii-access.controller.js';
import { PiiAccessService } from './pii-access/pii-access.service.js';
import { PrivacyAggregatesController } from './privacy-aggregates/privacy-aggregates.controller.js';
import { PrivacyAggregatesService } from './privacy-aggregates/privacy-aggregates.service.js';
import { CallRollup } from './rollup/call-rollup.service.js';
import { RollupWork } from './rollup/rollup.work.js';
import { SilentCallsJob } from './ingest/silent-calls/silent-calls.job.js';
import { CallTimelines } from './rollup/call-timelines.service.js';
import { CallLookup } from './lookup/call-lookup.service.js';
import { OutboundCalls } from './lookup/outbound-calls.service.js';
import { CallFilters } from './filter/call-filters.service.js';
import { CallUsage } from './usage/call-usage.service.js';
import { TranscriptsController } from './transcripts/transcripts.controller.js';
import { TranscriptsService } from './transcripts/transcripts.service.js';

/** Call data: in through ingest, out through analytics. */
@Module({
  imports: [ProjectsModule],
  controllers: [
    // First: Nest takes a path for shadowed unless the one that wins over it is declared behind it.
    CallDetailController,
    IngestController,
    CallSummaryController,
    CallOutcomesController,
    PrivacyAggregatesController,
    CallListController,
    CallTimelineController,
    CallSentimentController,
    ProviderPerformanceController,
    PiiAccessController,
    InlinePreviewController,
    CallExportController,
    ExportPreviewController,
    ExportCapabilitiesController,
    TranscriptsController,
  ],
  providers: [
    IngestService,
    CallFilters,
    CallLookup,
    OutboundCalls,
    CallRollup,
    CallAnalytics,
    PrivacyAggregatesService,
    CallListService,
    CallTimelines,
    PiiAccessService,
    CallContents,
    InlinePreviewService,
    CallDetailService,
    ExportAdmission,
    ExportService,
    ExportPlans,
    ExportReader,
    ExportRuns,
    ExportGovernanceReader,
    ExportPreviewService,
    PreviewCounter,
    ExportCapabilitiesService,
    TranscriptsService,
    CallEventRelay,
    CallEvents,
    CallEventFactsReader,
    PruneCallEventsJob,
    SilentCallsJob,
    RollupWork,
    CallerCalls,
    LinkedCalls,
    CallerErasure,
    LegalHolds,
    HeldCalls,
    CallUsage,
  ],
  exports: [
    CallRollup,
    CallEventRelay,
    CallEvents,
    CallEventFactsReader,
    CallerCalls,
    CallerErasure,
    LegalHolds,
    HeldCalls,
    LinkedCalls,
    CallUsage,
    OutboundCalls,
  ],
})
export class CallsModule {}
