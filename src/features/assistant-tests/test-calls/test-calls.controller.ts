import { Body, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { RateLimit } from '../../../core/rate-limit/rate-limit.decorator.js';
import { DESTINATION_WINDOW, fullestWindow, TEST_CALL } from './test-call.policy.js';
import { TestCallRequest } from './test-calls.request.js';
import { TestCallResponse } from './test-calls.response.js';
import { TestCallsService } from './test-calls.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';

/** Calls that let people hear their configuration (workspace section 9). */
@Routes('v1/projects/:project_id/test-call', 'Releases and secrets')
export class TestCallsController {
  constructor(private readonly testCalls: TestCallsService) {}

  @Post('request')
  @HttpCode(202)
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    project: 'params',
    surface: 'partner',
    errors: [PROJECT_ERRORS.archived, CATALOGUE.rateLimited],
  })
  @Idempotent({ operation: TEST_CALL, required: true })
  @RateLimit(
    {
      // A person who listens to each call makes fewer calls.
      caller: { limit: 5, seconds: 60 },
      // Four callers at their limit, in any number of projects.
      tenant: { limit: 20, seconds: 60 },
      // Enough for two people who work on one assistant.
      project: { limit: 10, seconds: 60 },
      // Counted with the call that is queued.
      destination: DESTINATION_WINDOW,
    },
    {
      operation: TEST_CALL,
      message: fullestWindow,
      // Requests that cause no call: replays and refusals.
      givenBack: ['replay', 400, 404, 408, 409, 413, 415, 422, 503],
    },
  )
  @Operation(
    'Requests a test call that runs the draft or the published version.',
    'This dials a real telephone. Premium-rate, shared-cost and satellite numbers are 422. Calls are ' +
      'limited per caller, project, tenant and number (for numbers, only queued calls count); 429 names ' +
      'the limit that was reached. A number with a length that its country does not have is 422. If ' +
      'testing-overrides lists test_numbers, in the draft or as published, only those are called, ' +
      'whichever of the two the call uses; if both list numbers, only numbers in both lists are called. A ' +
      'draft that could not be published is 422 with all findings. A call is dropped if no runtime claims ' +
      'it within ten minutes, its draft is edited or its project is archived.',
  )
  @ApiAcceptedResponse({ type: TestCallResponse })
  requestTestCall(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: TestCallRequest,
    @Reserved() reservation: Reservation,
  ): Promise<TestCallResponse> {
    return this.testCalls.request(auth, projectId, request, reservation);
  }
}
