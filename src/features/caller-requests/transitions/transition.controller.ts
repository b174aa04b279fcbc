import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import { CallerRequestParams } from '../rules/caller-request-id.request.js';
import { CallerRequestItem } from '../rules/caller-request.response.js';
import { STAFF } from '../rules/callers.js';
import { TransitionRequest } from './transition.request.js';
import { TransitionService } from './transition.service.js';

/** caller-requests section 5. */
@ApiTags('Caller requests')
@Controller('v1/compliance/caller-requests/:request_id/status-transitions')
export class TransitionController {
  constructor(private readonly transitions: TransitionService) {}

  @Post()
  @HttpCode(200)
  @Access({ ...STAFF, errors: [CATALOGUE.conflict] })
  @ApiOperation({
    summary: 'Moves a request to another status, or records what processing it has come to.',
    description: 'A change that its status does not permit is 409 conflict, as is a stale revision.',
  })
  @ApiOkResponse({ type: CallerRequestItem })
  transitionCallerRequest(
    @Auth() auth: AuthContext,
    @Param() { request_id: requestId }: CallerRequestParams,
    @Query() _query: ClientChoice,
    @Body() request: TransitionRequest,
  ): Promise<CallerRequestItem> {
    return this.transitions.move(auth, requestId, request);
  }
}
