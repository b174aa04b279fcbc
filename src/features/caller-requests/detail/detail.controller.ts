import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallerRequestParams } from '../rules/caller-request-id.request.js';
import { STAFF } from '../rules/callers.js';
import { CallerRequestDetail } from './detail.response.js';
import { CallerRequestDetailService } from './detail.service.js';

/** caller-requests section 8. */
@Routes('v1/compliance/caller-requests/:request_id', 'Caller requests')
export class CallerRequestDetailController {
  constructor(private readonly requests: CallerRequestDetailService) {}

  @Get()
  @Access(STAFF)
  @Operation('Shows a request with its history and notes; each view is audited.')
  @Answers(CallerRequestDetail)
  getCallerRequest(
    @Auth() auth: AuthContext,
    @Param() { request_id: requestId }: CallerRequestParams,
    @Query() _query: ClientChoice,
  ): Promise<CallerRequestDetail> {
    return this.requests.show(auth, requestId);
  }
}
