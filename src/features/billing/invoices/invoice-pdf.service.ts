import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import { InvoiceNames } from './invoice-names.service.js';

interface InvoiceFile {
  readonly content: Readable;
  /** Needs no escaping in a header. */
  readonly name: string;
}

/** Passes on the file of an invoice (billing 8.5). */
@Injectable()
export class InvoicePdfService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
    private readonly names: InvoiceNames,
  ) {}

  /**
   * @throws 404 for an invoice that is not the client's or has no file, 429 and 503 of the provider
   */
  async open(auth: AuthContext, invoiceId: string): Promise<InvoiceFile> {
    const providerId = await this.names.atProvider(auth, invoiceId);
    if (providerId === null) throw notFound();
    const { plan } = await this.metadata.read(auth, (db) => getConfiguration(db, auth));
    const invoice = await this.provider.invoice(providerId);
    // The client may have become another customer of the provider since the invoice was listed.
    if (invoice === null || invoice.customerId !== plan.providerCustomerId) throw notFound();
    if (invoice.pdfUrl === null) throw notFound();
    const name = (invoice.number ?? invoiceId).replaceAll(/[^A-Za-z0-9._-]/g, '-');
    return { content: await this.provider.openFile(invoice.pdfUrl), name: `invoice-${name}.pdf` };
  }
}
