import { Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { BILLING_ERRORS } from '../billing.errors.js';
import { BILLING_READERS } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceListRequest, InvoiceParams } from './invoices.request.js';
import { InvoiceListResponse } from './invoices.response.js';
import { InvoiceListService } from './invoices.service.js';

const READERS = {
  ...BILLING_READERS,
  errors: [BILLING_ERRORS.providerRateLimited, BILLING_ERRORS.providerUnavailable],
};

/** billing section 8. */
@Routes('v1/billing/invoices', 'Billing')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoiceListService,
    private readonly files: InvoicePdfService,
  ) {}

  @Get()
  @Access(READERS)
  @Operation('Lists the invoices of a client.')
  @Answers(InvoiceListResponse)
  listInvoices(
    @Auth() auth: AuthContext,
    @Query() request: InvoiceListRequest,
  ): Promise<InvoiceListResponse> {
    return this.invoices.list(auth, request);
  }

  @Get(':invoice_id/pdf')
  @Access(READERS)
  @Operation(
    'Downloads an invoice as a PDF.',
    'Streamed from the billing provider; if the provider breaks off, the connection breaks too.',
  )
  @ApiOkResponse({
    content: {
      'application/pdf': { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.7 (bytes)' },
    },
  })
  async downloadInvoicePdf(
    @Auth() auth: AuthContext,
    @Param() { invoice_id: invoiceId }: InvoiceParams,
    @Query() _query: NamedClient,
  ): Promise<StreamableFile> {
    const { content, name } = await this.files.open(auth, invoiceId);
    const disposition = `attachment; filename="${name}"`;
    const file = new StreamableFile(content, { type: 'application/pdf', disposition });
    // A truncated file must not look complete.
    return file.setErrorHandler((_, response) => void response.destroy?.());
  }
}
