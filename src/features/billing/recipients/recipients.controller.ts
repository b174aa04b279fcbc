import { Body, Get, Post, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { StepUp } from '../../../core/auth/step-up.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { BILLING_ERRORS } from '../billing.errors.js';
import { RECIPIENT_OWNERS, RECIPIENT_READERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { MaskedRecipientsResponse, UnmaskedRecipientsResponse } from './recipients.response.js';
import { RecipientsService } from './recipients.service.js';

const errors = [BILLING_ERRORS.providerRateLimited, BILLING_ERRORS.providerUnavailable];

/** billing section 10. */
@Routes('v1/billing/invoice-recipients', 'Billing')
export class RecipientsController {
  constructor(private readonly recipients: RecipientsService) {}

  @Get()
  @Access({ ...RECIPIENT_READERS, errors })
  @Operation('Lists the recipients of invoices, masked.')
  @Answers(MaskedRecipientsResponse)
  listInvoiceRecipients(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<MaskedRecipientsResponse> {
    return this.recipients.list(auth);
  }

  @Post('unmask')
  @Access({ ...RECIPIENT_OWNERS, errors, keyless: 'It only reads, and each request is audited.' })
  @StepUp('unmask_recipients')
  @Operation(
    'Lists the recipients of invoices, unmasked.',
    'For client_admin. Each request is audited with only the number of recipients.',
  )
  @Answers(UnmaskedRecipientsResponse)
  unmaskInvoiceRecipients(
    @Auth() auth: AuthContext,
    @Query() _query: ClientChoice,
    @Body() _request: NamedClient,
  ): Promise<UnmaskedRecipientsResponse> {
    return this.recipients.unmask(auth);
  }
}
