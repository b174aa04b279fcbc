import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { BILLING_READERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { BillingOverviewResponse } from './overview.response.js';
import { BillingOverviewService } from './overview.service.js';

/** billing section 7. */
@ApiTags('Billing')
@Controller('v1/billing/overview')
export class BillingOverviewController {
  constructor(private readonly overview: BillingOverviewService) {}

  @Get()
  @Access(BILLING_READERS)
  @ApiOperation({
    summary: 'What a client is charged: plan, fee, discounts, usage and the state of its invoices.',
    description: 'Answers also while the billing provider does not; invoice_status is unavailable then.',
  })
  @ApiOkResponse({ type: BillingOverviewResponse })
  getBillingOverview(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<BillingOverviewResponse> {
    return this.overview.show(auth);
  }
}
