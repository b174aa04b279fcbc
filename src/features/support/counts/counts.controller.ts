import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PEOPLE } from '../rules/callers.js';
import { SupportLimit } from '../rules/limits.js';
import { SUPPORT_ERRORS } from '../support.errors.js';
import { SupportBadgeResponse, SupportOpenCountResponse } from './counts.response.js';
import { SupportCounts } from './counts.service.js';

/** support 5.4, 5.5. */
@Routes('v1/support', 'Support')
export class SupportCountsController {
  constructor(private readonly counts: SupportCounts) {}

  @Get('badge')
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('badge', 60)
  @Operation('Counts the tickets that you have not read, and those that wait for you.')
  @Answers(SupportBadgeResponse)
  getSupportBadge(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<SupportBadgeResponse> {
    return this.counts.badge(auth);
  }

  @Get('open-count')
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('open_count', 60)
  @Operation('Counts the tickets that you see and that are neither solved nor closed.')
  @Answers(SupportOpenCountResponse)
  getSupportOpenCount(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<SupportOpenCountResponse> {
    return this.counts.open(auth);
  }
}
