import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { APPROVERS } from '../rules/callers.js';
import { UnlockQueueRequest } from './queue.request.js';
import { UnlockQueueResponse } from './queue.response.js';
import { UnlockQueue } from './queue.service.js';

/** unlocks 2.6. */
@Routes('v1/security/pii-unlock-requests', 'Unlocks')
export class UnlockQueueController {
  constructor(private readonly queue: UnlockQueue) {}

  @Get()
  @Access({ ...APPROVERS, surface: 'security', errors: [CATALOGUE.validationFailed] })
  @Operation('Lists the unlocks of all people of the client, newest first.')
  @Answers(UnlockQueueResponse)
  listPiiUnlocks(
    @Auth() auth: AuthContext,
    @Query() request: UnlockQueueRequest,
  ): Promise<UnlockQueueResponse> {
    return this.queue.list(auth, request);
  }
}
