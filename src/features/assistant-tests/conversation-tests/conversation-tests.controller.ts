import { Body, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { EmptyBody } from '../../../core/http/fields/empty.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';
import { RawRequest, type ReceivedRequest } from '../../configuration/rules/raw-request.js';
import { WORKSPACE_ERRORS } from '../../configuration/configuration.errors.js';
import { ConversationTestParams } from './conversation-tests.request.js';
import { describeTest, describeTestBody, describeTestGuard } from './conversation-tests.openapi.js';
import {
  ConversationTestListResponse,
  ConversationTestResponse,
  DeletedConversationTestResponse,
} from './conversation-tests.response.js';
import { ConversationTestsService } from './conversation-tests.service.js';
import { PARTNER_ROLES } from '../../../core/shared/roles.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;
const READERS: Omit<ProtectedAccess, 'kind'> = { scopes: PARTNER_ROLES, ...OF_PROJECT };
const WRITERS: Omit<ProtectedAccess, 'kind'> = { scopes: ['partner_admin'], ...OF_PROJECT };
const { archived } = PROJECT_ERRORS;
const { conversationTestExists: exists, conversationTestLimit: limit } = WORKSPACE_ERRORS;
const STALE = [CATALOGUE.validationFailed, CATALOGUE.conflict, CATALOGUE.preconditionRequired];

/** The scripted callers of a project (workspace 13.1 to 13.8). */
@Routes('v1/projects/:project_id/conversation-tests', 'Tests of a configuration')
export class ConversationTestsController {
  constructor(private readonly tests: ConversationTestsService) {}

  @Get()
  @Access(READERS)
  @Operation('Lists the conversation tests of a project, with the status of each.')
  @Answers(ConversationTestListResponse)
  listConversationTests(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
  ): Promise<ConversationTestListResponse> {
    return this.tests.list(auth, projectId);
  }

  @Get(':test_id')
  @Access(READERS)
  @Operation('Shows one conversation test: its script and its expectations.')
  @describeTest()
  @Answers(ConversationTestResponse)
  async getConversationTest(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, test_id: testId }: ConversationTestParams,
    @Query() _query: ClientChoice,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConversationTestResponse> {
    const test = await this.tests.show(auth, projectId, testId);
    response.setHeader('ETag', quotedEtag(test.etag));
    return test;
  }

  @Post()
  @HttpCode(201)
  @Access({ ...WRITERS, errors: [archived, exists, limit] })
  @Idempotent({ operation: 'workspace.conversation-tests.create', required: true })
  @Operation(
    'Creates a conversation test: a scripted caller and the expectations of the conversation.',
    'A destination or tool that the project does not have is saved and reported as a finding.',
  )
  @describeTestBody()
  @ApiCreatedResponse({ type: ConversationTestResponse })
  createConversationTest(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @RawRequest() request: ReceivedRequest,
  ): Promise<ConversationTestResponse> {
    return this.tests.create(auth, projectId, request);
  }

  @Put(':test_id')
  @Access({ ...WRITERS, errors: [...STALE, archived, exists] })
  @Idempotent({ operation: 'workspace.conversation-tests.replace' })
  @Operation('Replaces a conversation test.', 'A test saved without changes keeps its etag and its results.')
  @describeTestGuard()
  @describeTestBody()
  @Answers(ConversationTestResponse)
  replaceConversationTest(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, test_id: testId }: ConversationTestParams,
    @Query() _query: ClientChoice,
    @RawRequest() request: ReceivedRequest,
  ): Promise<ConversationTestResponse> {
    return this.tests.replace(auth, projectId, testId, request);
  }

  @Delete(':test_id')
  @Access({ ...WRITERS, errors: [...STALE, archived] })
  @Idempotent({
    operation: 'workspace.conversation-tests.delete',
    plainAnswer: true,
  })
  @Operation('Deletes a conversation test.')
  @describeTestGuard()
  @Answers(DeletedConversationTestResponse)
  deleteConversationTest(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId, test_id: testId }: ConversationTestParams,
    @Query() _query: ClientChoice,
    @Body() _body: EmptyBody,
    @RawRequest() request: ReceivedRequest,
  ): Promise<DeletedConversationTestResponse> {
    return this.tests.remove(auth, projectId, testId, request);
  }
}
