import { Module } from '@nestjs/common';
import { CampaignLookupModule } from '../campaigns/campaign-lookup.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { LiveCalls } from './live-calls/live-calls.listener.js';
import { CapacityOverviewController } from './overview/overview.controller.js';
import { CapacityOverviewService } from './overview/overview.service.js';

/** The slots that calls in progress hold, and the capacity in use now. */
@Module({
  imports: [ProjectsModule, CampaignLookupModule],
  controllers: [CapacityOverviewController],
  providers: [LiveCalls, CapacityOverviewService],
})
export class LiveCapacityModule {}
