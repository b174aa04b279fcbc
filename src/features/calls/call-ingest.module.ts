import { Module } from '@nestjs/common';
import { CallEventRelay } from './events/call-event-relay.js';
import { IngestController } from './ingest/ingest.controller.js';
import { IngestService } from './ingest/ingest.service.js';
import { SilentCallsJob } from './ingest/silent-calls/silent-calls.job.js';
import { CallVersions } from './ingest/versions/call-versions.service.js';
import { DialledVersions } from './ingest/versions/dialled-versions.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ServedVersionsModule } from '../releases/served-versions.module.js';

/** Calls that runtimes report, and what follows from their reports. */
@Module({
  imports: [ProjectsModule, ServedVersionsModule],
  controllers: [IngestController],
  providers: [IngestService, CallVersions, DialledVersions, SilentCallsJob, CallEventRelay],
  exports: [CallEventRelay, DialledVersions],
})
export class CallIngestModule {}
