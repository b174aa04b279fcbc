import { Get, Param, Query, UseGuards } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BrowserScopeGuard } from '../rules/browser-scope.guard.js';
import { PartnerClientParams } from '../rules/client-params.request.js';
import { OF_ONE_CLIENT } from '../rules/people.js';
import { PartnerClientSummaryResponse } from './summary.response.js';
import { SummaryService } from './summary.service.js';

/** partner-clients section 4. */
@UseGuards(BrowserScopeGuard)
@Routes('api/partner-clients/:client_id', 'Partner clients')
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Get()
  @Access(OF_ONE_CLIENT)
  @Operation(
    'Summarizes one client: its business, and the health and list of its projects.',
    'Billing, contact and notes are for administrators; for users those fields are left out.',
  )
  @Answers(PartnerClientSummaryResponse)
  getPartnerClient(
    @Auth() auth: AuthContext,
    @Param() _params: PartnerClientParams,
    @Query() _query: EmptyQuery,
  ): Promise<PartnerClientSummaryResponse> {
    return this.summaries.summarize(auth);
  }
}
