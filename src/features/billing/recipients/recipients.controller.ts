import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { BILLING_ERRORS } from '../billing.errors.js';
import { RECIPIENT_OWNERS, RECIPIENT_READERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { MaskedRecipientsResponse, UnmaskedRecipientsResponse } from './recipients.response.js';
import { RecipientsService } from './recipients.service.js';

const errors = [BILLING_ERRORS.providerRateLimited, BILLING_ERRORS.providerUnavailable];

/** billing section 10. */
@ApiTags('Billing')
@Controller('v1/billing/invoice-recipients')
export class RecipientsController {
  constructor(private readonly recipients: RecipientsService) {}

  @Get()
  @Access({ ...RECIPIENT_READERS, errors })
  @ApiOperation({ summary: 'To whom invoices go, masked.' })
  @ApiOkResponse({ type: MaskedRecipientsResponse })
  listInvoiceRecipients(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<MaskedRecipientsResponse> {
    return this.recipients.list(auth);
  }

  @Post('unmask')
  @HttpCode(200)
  @Access({ ...RECIPIENT_OWNERS, errors })
  @ApiOperation({
    summary: 'To whom invoices go, as they are.',
    description: 'For client_admin. Each time is audited with the number of recipients alone.',
  })
  @ApiOkResponse({ type: UnmaskedRecipientsResponse })
  unmaskInvoiceRecipients(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() _request: NamedClient,
  ): Promise<UnmaskedRecipientsResponse> {
    return this.recipients.unmask(auth);
  }
}
