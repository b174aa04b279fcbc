import { Module } from '@nestjs/common';
import { CallLookupModule } from '../calls/call-lookup.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { ComparisonController } from './comparison/comparison.controller.js';
import { ComparisonService } from './comparison/comparison.service.js';
import { StopReleasesJob } from './stopping/stop-releases.job.js';

/** The results of calls by version, and the end of staged releases whose calls went wrong. */
@Module({
  imports: [CallLookupModule, ProjectsModule, ReleasesModule],
  controllers: [ComparisonController],
  providers: [ComparisonService, StopReleasesJob],
})
export class VersionPerformanceModule {}
