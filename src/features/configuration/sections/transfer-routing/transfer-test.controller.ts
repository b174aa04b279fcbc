import { Body, Param, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { ProjectIdParams } from '../../../../core/http/fields/project-id.request.js';
import { TransferTestRequest } from './transfer-test.request.js';
import { TransferTestResponse } from './transfer-test.response.js';
import { TransferTestService } from './transfer-test.service.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';

/** Finds the destination of a call's transfer (workspace 2.3). */
@Routes('v1/projects/:project_id/transfer-routing', 'Project workspace')
export class TransferTestController {
  constructor(private readonly tests: TransferTestService) {}

  @Post('test')
  @Access({
    scopes: ['partner_admin'],
    client: 'query',
    project: 'params',
    surface: 'partner',
    keyless: 'It changes nothing.',
  })
  @Operation(
    'Says where a call would be transferred; places no call and saves nothing.',
    'Uses the draft, or the published version if there is none.',
  )
  @Answers(TransferTestResponse)
  testTransferRouting(
    @Auth() auth: AuthContext,
    @Param() { project_id: projectId }: ProjectIdParams,
    @Query() _query: ClientChoice,
    @Body() request: TransferTestRequest,
  ): Promise<TransferTestResponse> {
    return this.tests.test(auth, projectId, request);
  }
}
