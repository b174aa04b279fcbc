import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { CapacityLimits } from './limits/capacity-limits.service.js';
import { LiveCalls } from './live-calls/live-calls.listener.js';
import { CapacityHistoryPruner } from './samples/capacity-history.job.js';
import { CapacitySampler } from './samples/capacity-sampler.js';
import { Capacity } from './slots/capacity.service.js';

/** How many calls may be in progress at once, and how many are. */
@Module({
  imports: [ProjectsModule],
  providers: [Capacity, CapacityLimits, LiveCalls, CapacitySampler, CapacityHistoryPruner],
  exports: [Capacity],
})
export class CapacityModule {}
