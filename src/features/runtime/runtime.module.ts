import { Module } from '@nestjs/common';
import { AssistantTestsModule } from '../assistant-tests/assistant-tests.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RuntimeConfigurationService } from './published/runtime-configuration.service.js';
import { RuntimeReportsService } from './published/runtime-reports.service.js';
import { RuntimeController } from './runtime.controller.js';
import { SecretValues } from './lookup/secret-values.service.js';
import { ConversationReports } from './tests/conversation-reports.service.js';
import { RuntimeConversationTests } from './tests/runtime-conversation-tests.service.js';
import { RuntimeTestCallsService } from './tests/runtime-test-calls.service.js';
import { RuntimeTestsController } from './tests/runtime-tests.controller.js';
import { TestCallReports } from './tests/test-call-reports.service.js';
import { WaitingTests } from './tests/waiting-tests.service.js';

/** Routes of the voice runtime about a project: its requests and reports. */
@Module({
  imports: [AssistantTestsModule, ProjectsModule],
  controllers: [RuntimeController, RuntimeTestsController],
  providers: [
    SecretValues,
    RuntimeConfigurationService,
    RuntimeReportsService,
    RuntimeTestCallsService,
    TestCallReports,
    RuntimeConversationTests,
    ConversationReports,
    WaitingTests,
  ],
})
export class RuntimeModule {}
