import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { EmptyBody, EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ConversationReport } from './conversation-report.schema.js';
import { ConversationReports } from './conversation-reports.service.js';
import {
  ConversationReportedResponse,
  TakenConversationTestsResponse,
  TestCallReportedResponse,
  WaitingTestsResponse,
} from '../rules/runtime.response.js';
import { ReportedRunParams, ReportedTestCallParams } from '../rules/runtime.request.js';
import { RuntimeConversationTests } from './runtime-conversation-tests.service.js';
import { TestCallReport } from './test-call-report.schema.js';
import { TestCallReports } from './test-call-reports.service.js';
import { WaitingTests } from './waiting-tests.service.js';

const RUNTIME: Omit<ProtectedAccess, 'kind'> = {
  scopes: ['runtime-ingest'],
  credentials: 'api_key',
  surface: 'general',
  internal: true,
};
const OF_PROJECT: Omit<ProtectedAccess, 'kind'> = { ...RUNTIME, project: 'params' };
const { testCallNotTaken, reportContradicts, conversationLeaseLost } = WORKSPACE_ERRORS;

// JSON drops TypeBox's symbols and leaves plain JSON Schema.
const plain = (schema: object): object => JSON.parse(JSON.stringify(schema)) as object;

/** The voice runtime claims tests here, and reports on them (workspace 9.14, 13.12). */
@Routes('internal/v1', 'Runtime')
export class RuntimeTestsController {
  constructor(
    private readonly waiting: WaitingTests,
    private readonly calls: TestCallReports,
    private readonly tests: RuntimeConversationTests,
    private readonly results: ConversationReports,
  ) {}

  @Get('waiting-tests')
  @Access(RUNTIME)
  @Operation('Lists the projects with waiting test calls and conversation tests.')
  @Answers(WaitingTestsResponse)
  listWaitingTests(@Auth() auth: AuthContext, @Query() _query: EmptyQuery): Promise<WaitingTestsResponse> {
    return this.waiting.list(auth);
  }

  @Post('projects/:project_id/test-calls/:test_call_id/reports')
  @Access({
    ...OF_PROJECT,
    errors: [CATALOGUE.contentTooLarge, testCallNotTaken, reportContradicts],
    keyless: 'A report counts once, by its sequence.',
  })
  @Operation(
    'Reports the progress of a test call.',
    'Repeated, late and out-of-order reports change nothing.',
  )
  @ApiBody({ schema: plain(TestCallReport) })
  @Answers(TestCallReportedResponse)
  recordTestCallReport(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, test_call_id: testCallId }: ReportedTestCallParams,
    @Query() _query: EmptyQuery,
    @RawRequest() { body }: ReceivedRequest,
  ): Promise<TestCallReportedResponse> {
    return this.calls.report(auth, projectId, testCallId, body);
  }

  @Post('projects/:project_id/conversation-tests/take')
  @Access({ ...OF_PROJECT, keyless: 'An unconfirmed lease expires.' })
  @Operation(
    'Claims conversation tests of one run, with the configuration to test.',
    'Each is leased; when its lease expires, another runtime gets it, once.',
  )
  @Answers(TakenConversationTestsResponse)
  takeConversationTests(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: EmptyQuery,
    @Body() _body: EmptyBody,
  ): Promise<TakenConversationTestsResponse> {
    return this.tests.claim(auth, projectId);
  }

  @Post('projects/:project_id/conversation-tests/runs/:run_id/reports')
  @Access({
    ...OF_PROJECT,
    errors: [CATALOGUE.contentTooLarge, conversationLeaseLost, reportContradicts],
    keyless: 'Repeating a report changes nothing.',
  })
  @Operation('Reports the result of a conversation test.', 'Repeating it changes nothing.')
  @ApiBody({ schema: plain(ConversationReport) })
  @Answers(ConversationReportedResponse)
  recordConversationReport(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, run_id: runId }: ReportedRunParams,
    @Query() _query: EmptyQuery,
    @RawRequest() { body }: ReceivedRequest,
  ): Promise<ConversationReportedResponse> {
    return this.results.report(auth, projectId, runId, body);
  }
}
