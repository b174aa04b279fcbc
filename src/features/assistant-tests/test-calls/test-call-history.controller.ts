import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TestCallListRequest, TestCallParams } from './test-calls.request.js';
import { TestCallDetailResponse, TestCallListResponse } from './test-calls.response.js';
import { TestCallHistory } from './test-call-history.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const READERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: PARTNER_ROLES,
  client: 'query',
  project: 'params',
  surface: 'partner',
};

/** Lists test calls and their results (workspace 9.11 to 9.13). */
@Routes('v1/projects/:project_id/test-calls', 'Tests of a configuration')
export class TestCallHistoryController {
  constructor(private readonly history: TestCallHistory) {}

  @Get()
  @Access(READERS)
  @Operation('Lists the test calls of the last 30 days, newest first.')
  @Answers(TestCallListResponse)
  listTestCalls(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: TestCallListRequest,
  ): Promise<TestCallListResponse> {
    return this.history.list(auth, projectId, request);
  }

  @Get(':test_call_id')
  @Access(READERS)
  @Operation(
    'Shows the outcome and the transcript of one test call.',
    'The transcript is redacted, and shown to callers who may read transcripts of the project.',
  )
  @Answers(TestCallDetailResponse)
  getTestCall(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, test_call_id: testCallId }: TestCallParams,
    @Query() _query: ClientChoice,
  ): Promise<TestCallDetailResponse> {
    return this.history.show(auth, projectId, testCallId);
  }
}
