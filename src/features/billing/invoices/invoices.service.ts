import { Injectable } from '@nestjs/common';
import { Cursors, type CursorBinding } from '../../../core/http/paging/cursor.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider, type InvoiceStatus } from '../provider/billing-provider.js';
import { InvoiceNames } from './invoice-names.service.js';
import { toInvoiceRecord } from './invoice-record.js';
import { walkInvoices } from './invoice-walk.policy.js';
import type { InvoiceListRequest } from './invoices.request.js';
import type { InvoiceListResponse } from './invoices.response.js';

/** Lists the invoices of a client (billing section 8). */
@Injectable()
export class InvoiceListService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly provider: BillingProvider,
    private readonly names: InvoiceNames,
    private readonly cursors: Cursors,
  ) {}

  /** @throws 400 for a token from another list, 404 without a plan, 429 and 503 of the provider */
  async list(auth: AuthContext, request: InvoiceListRequest): Promise<InvoiceListResponse> {
    const { page_token: token, page_size: pageSize, status_in: statusIn } = request;
    const binding = bindingOf(auth, statusIn);
    const after = token === undefined ? null : await this.placeOf(auth, binding, token);
    const { plan } = await this.metadata.read(auth, (db) => getConfiguration(db, auth));
    const { providerCustomerId: customerId } = plan;
    if (customerId === null) return { invoices: [] };
    const { invoices, next } = await walkInvoices(statusesOf(statusIn), pageSize, after, (query) =>
      this.provider.invoices({ ...query, customerId }),
    );
    const shown = invoices.map((it) => it.providerInvoiceId);
    const names = await this.names.of(auth, next === null ? shown : [...new Set([...shown, next])]);
    return {
      invoices: invoices.map((it) => toInvoiceRecord(it, names.get(it.providerInvoiceId)!)),
      // The token contains the id that callers know, not the provider's.
      ...(next !== null && { next_page_token: this.cursors.encode(binding, [names.get(next)!]) }),
    };
  }

  private placeOf(auth: AuthContext, binding: CursorBinding, token: string): Promise<string | null> {
    const [invoiceId] = this.cursors.decode(binding, token, 'page_token');
    return this.names.atProvider(auth, String(invoiceId));
  }
}

const statusesOf = (list: string | undefined): InvoiceStatus[] =>
  list === undefined ? [] : [...new Set(list.split(',') as InvoiceStatus[])];

// The page size may change between pages.
const bindingOf = (auth: AuthContext, statusIn: string | undefined): CursorBinding => ({
  route: 'GET /v1/billing/invoices',
  tenant: auth,
  filter: { status_in: statusIn === undefined ? undefined : statusesOf(statusIn).toSorted().join(',') },
});
