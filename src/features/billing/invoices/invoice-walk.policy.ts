import type { InvoicePage, InvoiceStatus, ProviderInvoice } from '../provider/billing-provider.js';

/** The provider's pages are at most this long. */
const LARGEST_PAGE = 100;
/** A thousand invoices are decades for one client; the rest follows on the next page. */
const MAX_PAGES = 10;

export interface InvoiceSlice {
  readonly invoices: readonly ProviderInvoice[];
  /** The provider's id of the last invoice that was read; null at the end. */
  readonly next: string | null;
}

/**
 * Walks the provider's pages until it has found this many invoices with these statuses (billing
 * 8.2). The provider filters by one status or none, so for several statuses all are read.
 * @param statuses empty: any
 * @param ask reads one page of the provider
 */
export async function walkInvoices(
  statuses: readonly InvoiceStatus[],
  pageSize: number,
  after: string | null,
  ask: (query: { status: InvoiceStatus | null; limit: number; after: string | null }) => Promise<InvoicePage>,
): Promise<InvoiceSlice> {
  const [only] = statuses;
  const status = statuses.length === 1 ? only! : null;
  const limit = statuses.length <= 1 ? pageSize : LARGEST_PAGE;
  const found: ProviderInvoice[] = [];
  let last = after;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { invoices, hasMore } = await ask({ status, limit, after: last });
    for (const [at, invoice] of invoices.entries()) {
      last = invoice.providerInvoiceId;
      if (statuses.length > 0 && !statuses.includes(invoice.status)) continue;
      found.push(invoice);
      if (found.length < pageSize) continue;
      const isEnd = at === invoices.length - 1 && !hasMore;
      return { invoices: found, next: isEnd ? null : last };
    }
    if (!hasMore || invoices.length === 0) return { invoices: found, next: null };
  }
  return { invoices: found, next: last };
}
