import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallIdParams } from '../lookup/call-id.request.js';
import { CallDetailResponse } from './detail.response.js';
import { CallDetailService } from './detail.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 14. */
@Routes('v1/calls/:call_id', 'Calls')
export class CallDetailController {
  constructor(private readonly calls: CallDetailService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'general' })
  @Operation('Shows one call: its row, timeline, transfer and consent, and the permitted data of the caller.')
  @Answers(CallDetailResponse)
  getCall(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: ClientChoice,
  ): Promise<CallDetailResponse> {
    return this.calls.show(auth, callId);
  }
}
