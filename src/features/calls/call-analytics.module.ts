import { Module } from '@nestjs/common';
import { CallAnalytics } from './analytics/analytics.service.js';
import { CallOutcomesController } from './analytics/outcomes.controller.js';
import { ProviderPerformanceController } from './analytics/provider-performance.controller.js';
import { CallSentimentController } from './analytics/sentiment.controller.js';
import { CallSummaryController } from './analytics/summary.controller.js';
import { CallTimelineController } from './analytics/timeline.controller.js';
import { CallLookupModule } from './call-lookup.module.js';
import { PrivacyAggregatesController } from './privacy-aggregates/privacy-aggregates.controller.js';
import { PrivacyAggregatesService } from './privacy-aggregates/privacy-aggregates.service.js';
import { CallSearchController } from './search/search.controller.js';
import { CallSearchService } from './search/search.service.js';
import { ProjectsModule } from '../projects/projects.module.js';

/** Totals, outcomes, sentiment, timeline, caller mix, providers, and search. */
@Module({
  imports: [ProjectsModule, CallLookupModule],
  controllers: [
    CallSummaryController,
    CallOutcomesController,
    PrivacyAggregatesController,
    CallTimelineController,
    CallSentimentController,
    ProviderPerformanceController,
    CallSearchController,
  ],
  providers: [CallAnalytics, PrivacyAggregatesService, CallSearchService],
  exports: [CallAnalytics],
})
export class CallAnalyticsModule {}
