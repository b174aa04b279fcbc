import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { CapacityHistoryController } from './history/history.controller.js';
import { CapacityHistoryService } from './history/history.service.js';
import { CapacityLimits } from './limits/capacity-limits.service.js';
import { PruneCapacityHistoryJob } from './samples/capacity-history.job.js';
import { CapacitySampler } from './samples/capacity-sampler.js';
import { Capacity } from './slots/capacity.service.js';
import { CapacityExport } from './account-export/capacity.export.js';

/** Limits of concurrent calls, and the slots in use. */
@Module({
  imports: [ProjectsModule],
  controllers: [CapacityHistoryController],
  providers: [
    CapacityExport,
    Capacity,
    CapacityLimits,
    CapacitySampler,
    PruneCapacityHistoryJob,
    CapacityHistoryService,
  ],
  exports: [Capacity],
})
export class CapacityModule {}
