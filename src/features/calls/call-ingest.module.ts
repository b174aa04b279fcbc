import { Module } from '@nestjs/common';
import { CallEventRelay } from './events/call-event-relay.js';
import { IngestController } from './ingest/ingest.controller.js';
import { IngestService } from './ingest/ingest.service.js';
import { SilentCallsJob } from './ingest/silent-calls/silent-calls.job.js';
import { CallVersions } from './ingest/versions/call-versions.service.js';
import { StatedVersions } from './ingest/versions/stated-versions.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ServedVersionsModule } from '../releases/served-versions.module.js';

/** Calls that runtimes report, and what follows from their reports. */
@Module({
  imports: [ProjectsModule, ServedVersionsModule],
  controllers: [IngestController],
  providers: [IngestService, CallVersions, StatedVersions, SilentCallsJob, CallEventRelay],
  exports: [CallEventRelay, StatedVersions],
})
export class CallIngestModule {}
