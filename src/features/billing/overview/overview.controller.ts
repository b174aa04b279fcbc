import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BILLING_READERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { BillingOverviewResponse } from './overview.response.js';
import { BillingOverviewService } from './overview.service.js';

/** billing section 7. */
@Routes('v1/billing/overview', 'Billing')
export class BillingOverviewController {
  constructor(private readonly overview: BillingOverviewService) {}

  @Get()
  @Access(BILLING_READERS)
  @Operation(
    "Shows a client's charges: plan, fee, discounts, usage and the state of its invoices.",
    'Responds even if the billing provider does not; invoice_status is then unavailable.',
  )
  @Answers(BillingOverviewResponse)
  getBillingOverview(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<BillingOverviewResponse> {
    return this.overview.show(auth);
  }
}
