import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';
import { FollowUpQueueRequest } from './queue.request.js';
import { FollowUpQueueResponse } from './queue.response.js';
import { FollowUpQueueService } from './queue.service.js';

/** follow-up section 3. */
@Routes('v1/calls/follow-ups', 'Follow-up')
export class FollowUpQueueController {
  constructor(private readonly queue: FollowUpQueueService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', project: 'query', surface: 'general' })
  @Operation('Lists calls that need a person, most urgent first.')
  @Answers(FollowUpQueueResponse)
  listFollowUps(
    @Auth() auth: AuthContext,
    @Query() request: FollowUpQueueRequest,
  ): Promise<FollowUpQueueResponse> {
    return this.queue.list(auth, request);
  }
}
