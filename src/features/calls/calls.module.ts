import { Module } from '@nestjs/common';
import { CallAnalyticsModule } from './call-analytics.module.js';
import { CallExportModule } from './call-export.module.js';
import { CallIngestModule } from './call-ingest.module.js';
import { CallLookupModule } from './call-lookup.module.js';
import { CallerCalls } from './caller-data/caller-calls.service.js';
import { CallerErasure } from './caller-data/caller-erasure.service.js';
import { HeldCalls } from './caller-data/held-calls.service.js';
import { LegalHolds } from './caller-data/legal-holds.service.js';
import { CallDetailController } from './detail/detail.controller.js';
import { CallDetailService } from './detail/detail.service.js';
import { CallEventFactsReader } from './events/call-event-facts.service.js';
import { PruneCallEventsJob } from './events/call-events.job.js';
import { CallEvents } from './events/call-events.service.js';
import { InlinePreviewController } from './inline-preview/inline-preview.controller.js';
import { InlinePreviewService } from './inline-preview/inline-preview.service.js';
import { LinkedCalls } from './linked-calls/linked-calls.service.js';
import { CallListController } from './list/list.controller.js';
import { CallListService } from './list/list.service.js';
import { OutboundCalls } from './lookup/outbound-calls.service.js';
import { PiiAccessController } from './pii-access/pii-access.controller.js';
import { PiiAccessService } from './pii-access/pii-access.service.js';
import { RollupWork } from './rollup/rollup.work.js';
import { TranscriptsController } from './transcripts/transcripts.controller.js';
import { TranscriptsService } from './transcripts/transcripts.service.js';
import { CallUsage } from './usage/call-usage.service.js';
import { ProjectsModule } from '../projects/projects.module.js';

/** Call data: ingest and analytics. */
@Module({
  imports: [ProjectsModule, CallLookupModule, CallAnalyticsModule, CallExportModule, CallIngestModule],
  // The detail comes first: Nest considers a path shadowed unless the one that takes precedence is
  // declared after it.
  controllers: [
    CallDetailController,
    CallListController,
    PiiAccessController,
    InlinePreviewController,
    TranscriptsController,
  ],
  providers: [
    OutboundCalls,
    CallListService,
    PiiAccessService,
    InlinePreviewService,
    CallDetailService,
    TranscriptsService,
    CallEvents,
    CallEventFactsReader,
    PruneCallEventsJob,
    RollupWork,
    CallerCalls,
    LinkedCalls,
    CallerErasure,
    LegalHolds,
    HeldCalls,
    CallUsage,
  ],
  exports: [
    CallIngestModule,
    CallEvents,
    CallEventFactsReader,
    CallerCalls,
    CallerErasure,
    LegalHolds,
    HeldCalls,
    LinkedCalls,
    CallUsage,
    OutboundCalls,
    CallLookupModule,
  ],
})
export class CallsModule {}
