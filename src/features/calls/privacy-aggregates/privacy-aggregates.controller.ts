import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PrivacyAggregatesRequest } from './privacy-aggregates.request.js';
import { PrivacyAggregatesResponse } from './privacy-aggregates.response.js';
import { PrivacyAggregatesService } from './privacy-aggregates.service.js';
import { CALL_ACTIONS } from '../calls.audit.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 12. */
@Routes('v1/calls/dashboard/privacy-aggregates', 'Calls')
export class PrivacyAggregatesController {
  constructor(private readonly aggregates: PrivacyAggregatesService) {}

  @Get()
  @Access({
    scopes: ANALYTICS_READERS,
    client: 'query',
    project: 'query',
    auditDenied: CALL_ACTIONS.privacyAggregatesRead,
    surface: 'general',
  })
  @Operation('Shows recent calls and the mix of new and returning callers, without personal data.')
  @Answers(PrivacyAggregatesResponse)
  getPrivacyAggregates(
    @Auth() auth: AuthContext,
    @Query() request: PrivacyAggregatesRequest,
  ): Promise<PrivacyAggregatesResponse> {
    return this.aggregates.read(auth, request);
  }
}
