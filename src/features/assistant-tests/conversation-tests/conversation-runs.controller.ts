import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ConversationRunListResponse, ConversationRunResponse } from './conversation-runs.response.js';
import { ConversationRunHistory } from './conversation-run-history.service.js';
import { ConversationRunsService } from './conversation-runs.service.js';
import { DraftTalks } from './draft-talk.service.js';
import { describeRunBody, describeTalkBody } from './conversation-tests.openapi.js';
import { ConversationRunListRequest, ConversationRunParams } from './conversation-tests.request.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

/** Runs of conversation tests (workspace 13.9 to 13.11, 13.20 to 13.22). */
@Routes('v1/projects/:project_id/conversation-tests/runs', 'Tests of a configuration')
export class ConversationRunsController {
  constructor(
    private readonly runs: ConversationRunsService,
    private readonly history: ConversationRunHistory,
    private readonly talks: DraftTalks,
  ) {}

  @Post()
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    errors: [PROJECT_ERRORS.archived, WORKSPACE_ERRORS.conversationRunLimit],
  })
  @Idempotent({ operation: 'workspace.conversation-tests.run', required: true })
  @Operation(
    'Asks for a run of conversation tests on the draft or the published version.',
    'A runtime runs them. A draft that could not be published is 422 with all findings; an edit of the ' +
      'draft ends the run.',
  )
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

  @Post('talk')
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    ...OF_PROJECT,
    errors: [PROJECT_ERRORS.archived, WORKSPACE_ERRORS.conversationRunLimit],
  })
  @Idempotent({ operation: 'workspace.conversation-tests.talk', required: true })
  @Operation(
    'Talks to the draft by text: a runtime answers your lines.',
    'Send all lines so far for each new one. The answer is a run with one result; read the run until it has ended. ' +
      'Talks are in no list of runs, and count for no release.',
  )
  @describeTalkBody()
  @ApiAcceptedResponse({ type: ConversationRunResponse })
  runDraftTalk(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() request: ReceivedRequest,
  ): Promise<ConversationRunResponse> {
    return this.talks.talk(auth, projectId, request);
  }

  @Get()
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation(
    'Lists the runs of conversation tests of the last 30 days, newest first.',
    'Only the newest 50 runs of a project are kept.',
  )
  @Answers(ConversationRunListResponse)
  listConversationRuns(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() request: ConversationRunListRequest,
  ): Promise<ConversationRunListResponse> {
    return this.history.list(auth, projectId, request);
  }

  @Get(':run_id')
  @Access({ scopes: PARTNER_ROLES, ...OF_PROJECT })
  @Operation(
    'Shows a run: the result of each test and of each assertion.',
    'The transcript is redacted, and shown to callers who may read transcripts of the project.',
  )
  @Answers(ConversationRunResponse)
  getConversationRun(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, run_id: runId }: ConversationRunParams,
    @Query() _query: ClientChoice,
  ): Promise<ConversationRunResponse> {
    return this.runs.show(auth, projectId, runId);
  }

  @Post(':run_id/cancel')
  @Access({ scopes: ['partner_admin'], ...OF_PROJECT, errors: [WORKSPACE_ERRORS.conversationRunEnded] })
  @Idempotent({ operation: 'workspace.conversation-tests.cancel-run', required: true })
  @Operation(
    'Cancels a run: tests that have not ended are not run, and their reports are ignored.',
    'Tests that have ended keep their results. A run that is already cancelled is returned unchanged.',
  )
  @Answers(ConversationRunResponse)
  cancelConversationRun(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, run_id: runId }: ConversationRunParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @Reserved() reservation: Reservation,
  ): Promise<ConversationRunResponse> {
    return this.runs.cancel(auth, projectId, runId, reservation);
  }
}
