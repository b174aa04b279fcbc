import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/idempotency/reservation.js';
import { RateLimit } from '../../../core/throttling/rate-limit.decorator.js';
import { TestCallRequest, TestCallsQuery } from './test-calls.request.js';
import { TestCallResponse } from './test-calls.response.js';
import { TestCallsService } from './test-calls.service.js';

// A person who listens to each of them makes fewer; a script that rings a stranger's telephone gets no further.
const FIVE_A_MINUTE = { caller: { limit: 5, seconds: 60 } };

/** Contract, "Controlled release operations and secrets". */
@ApiTags('Releases and secrets')
@Controller('v1/projects/:project_id/test-call')
export class TestCallsController {
  constructor(private readonly testCalls: TestCallsService) {}

  @Post('request')
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    project: 'params',
    surface: 'partner',
    errors: [CATALOGUE.projectArchived],
  })
  @Idempotent({ operation: 'workspace.test-call' })
  @RateLimit(FIVE_A_MINUTE)
  @ApiOperation({
    summary: 'Asks for a call that runs the draft or the published version.',
    description:
      'Where testing-overrides lists test_numbers, in the draft or as published, only they are called, whichever of ' +
      'the two the call uses; where both do, only what both list. A draft that could not be published is 422 with all ' +
      'findings. A call that the runtime has not taken within ten minutes, or whose draft was edited or project ' +
      'archived meanwhile, is not placed any more.',
  })
  @ApiAcceptedResponse({ type: TestCallResponse })
  request(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: TestCallsQuery,
    @Body() request: TestCallRequest,
    @Reserved() reservation: Reservation,
  ): Promise<TestCallResponse> {
    return this.testCalls.request(auth, projectId, request, reservation);
  }
}
