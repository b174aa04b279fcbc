import { Module } from '@nestjs/common';
import { RedactedTranscripts } from './transcripts/redacted-transcripts.service.js';
import { ConversationRunHistory } from './conversation-tests/conversation-run-history.service.js';
import { ConversationRunsController } from './conversation-tests/conversation-runs.controller.js';
import { ConversationRunsService } from './conversation-tests/conversation-runs.service.js';
import { ShownRuns } from './conversation-tests/shown-runs.service.js';
import { DraftTalks } from './conversation-tests/draft-talk.service.js';
import { ConversationTestReader } from './conversation-tests/conversation-test-reader.service.js';
import { ConversationTestsController } from './conversation-tests/conversation-tests.controller.js';
import { ConversationTestsService } from './conversation-tests/conversation-tests.service.js';
import { PruneTestsJob } from './retention/test-retention.job.js';
import { FailTestCallsOnProjectArchived } from './test-calls/fail-test-calls.service.js';
import { TestCallDestinations } from './test-calls/test-call-destinations.service.js';
import { TestCallHistoryController } from './test-calls/test-call-history.controller.js';
import { TestCallHistory } from './test-calls/test-call-history.service.js';
import { TestCallsController } from './test-calls/test-calls.controller.js';
import { TestCallsService } from './test-calls/test-calls.service.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { ProjectsModule } from '../projects/projects.module.js';

/** Test calls and scripted callers: they show what a configuration does before callers use it. */
@Module({
  imports: [DiallingModule, ProjectsModule],
  controllers: [
    TestCallsController,
    TestCallHistoryController,
    ConversationTestsController,
    ConversationRunsController,
  ],
  providers: [
    FailTestCallsOnProjectArchived,
    TestCallDestinations,
    TestCallsService,
    TestCallHistory,
    PruneTestsJob,
    RedactedTranscripts,
    ConversationTestReader,
    ConversationTestsService,
    ConversationRunHistory,
    ConversationRunsService,
    ShownRuns,
    DraftTalks,
  ],
  exports: [RedactedTranscripts],
})
export class AssistantTestsModule {}
