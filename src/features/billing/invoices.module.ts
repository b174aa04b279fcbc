import { Module } from '@nestjs/common';
import { BillingProviderModule } from './billing-provider.module.js';
import { InvoiceNames } from './invoices/invoice-names.service.js';
import { InvoicePdfService } from './invoices/invoice-pdf.service.js';
import { InvoicesExport } from './invoices/invoices.export.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoiceListService } from './invoices/invoices.service.js';

/** Invoices of a client and their PDFs. */
@Module({
  imports: [BillingProviderModule],
  controllers: [InvoicesController],
  providers: [InvoiceNames, InvoiceListService, InvoicePdfService, InvoicesExport],
})
export class InvoicesModule {}
