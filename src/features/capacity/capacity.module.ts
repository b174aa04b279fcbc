import { Module } from '@nestjs/common';
import { CampaignLookupModule } from '../campaigns/campaign-lookup.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CapacityHistoryController } from './history/history.controller.js';
import { CapacityHistoryService } from './history/history.service.js';
import { CapacityLimits } from './limits/capacity-limits.service.js';
import { LiveCalls } from './live-calls/live-calls.listener.js';
import { CapacityOverviewController } from './overview/overview.controller.js';
import { CapacityOverviewService } from './overview/overview.service.js';
import { PruneCapacityHistoryJob } from './samples/capacity-history.job.js';
import { CapacitySampler } from './samples/capacity-sampler.js';
import { Capacity } from './slots/capacity.service.js';
import { CapacityExport } from './account-export/capacity.export.js';

/** Limits of concurrent calls, and the slots in use. */
@Module({
  imports: [ProjectsModule, CampaignLookupModule],
  controllers: [CapacityOverviewController, CapacityHistoryController],
  providers: [
    CapacityExport,
    Capacity,
    CapacityLimits,
    LiveCalls,
    CapacitySampler,
    PruneCapacityHistoryJob,
    CapacityOverviewService,
    CapacityHistoryService,
  ],
  exports: [Capacity],
})
export class CapacityModule {}
