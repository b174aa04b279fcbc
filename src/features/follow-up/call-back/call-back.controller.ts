import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { FollowUpParams } from '../rules/follow-up-params.request.js';
import { CallBackResponse } from './call-back.response.js';
import { CallBackService } from './call-back.service.js';

/** follow-up section 7. */
@Routes('v1/calls/:call_id/call-back', 'Follow-up')
export class CallBackController {
  constructor(private readonly callBacks: CallBackService) {}

  @Get()
  @Access({ scopes: PORTAL_ROLES, credentials: 'bearer', client: 'query', surface: 'general' })
  @Operation(
    'Lists the people who may call back the caller of a call.',
    'Roles that may see the number, by the privacy policy of the client and of the project, and the ' +
      'people who have them. Colleagues have a name.',
  )
  @Answers(CallBackResponse)
  getCallBack(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: FollowUpParams,
    @Query() _query: ClientChoice,
  ): Promise<CallBackResponse> {
    return this.callBacks.show(auth, callId);
  }
}
