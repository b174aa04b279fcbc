import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { PARTNER_READERS } from '../../../core/auth/scopes.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { RawRequest } from '../configuration/raw-request.js';
import type { ReceivedRequest } from '../configuration/raw-request.js';
import { WORKSPACE_ERRORS } from '../workspace.errors.js';
import { ConversationRunResponse } from './conversation-runs.response.js';
import { ConversationRunsService } from './conversation-runs.service.js';
import { describeRunBody } from './conversation-tests.openapi.js';
import { ConversationRunParams } from './conversation-tests.request.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

/** Runs of conversation tests (workspace 13.9 to 13.11). */
@ApiTags('Tests of a configuration')
@Controller('v1/projects/:project_id/conversation-tests/runs')
export class ConversationRunsController {
  constructor(private readonly runs: ConversationRunsService) {}

  @Post()
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    errors: [PROJECT_ERRORS.archived, WORKSPACE_ERRORS.conversationRunLimit],
  })
  @Idempotent({ operation: 'workspace.conversation-tests.run' })
  @ApiOperation({
    summary: 'Asks for a run of conversation tests on the draft or the published version.',
    description:
      'A runtime plays them. A draft that could not be published is 422 with all findings; one that is edited meanwhile ' +
      'ends the run.',
  })
  @describeRunBody()
  @ApiAcceptedResponse({ type: ConversationRunResponse })
  runConversationTests(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() request: ReceivedRequest,
  ): Promise<ConversationRunResponse> {
    return this.runs.request(auth, projectId, request);
  }

  @Get(':run_id')
  @Access({ scopes: PARTNER_READERS, ...OF_PROJECT })
  @ApiOperation({
    summary: 'Shows a run: what came of each test, and whether each assertion held.',
    description: 'What was said is redacted, and shown to those who may read transcripts of the project.',
  })
  @ApiOkResponse({ type: ConversationRunResponse })
  getConversationRun(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, run_id: runId }: ConversationRunParams,
    @Query() _query: ClientChoice,
  ): Promise<ConversationRunResponse> {
    return this.runs.show(auth, projectId, runId);
  }
}
