import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INVOICE_STATUSES } from '../provider/billing-provider.js';
import type { InvoicePage, InvoiceStatus, ProviderInvoice } from '../provider/billing-provider.js';
import { walkInvoices } from './invoice-walk.policy.js';

const AT = new Date('2026-11-22T10:00:00Z');
const invoice = (id: number, status: InvoiceStatus): ProviderInvoice => ({
  providerInvoiceId: `in_${id}`,
  customerId: 'cus_1',
  number: null,
  status,
  currency: 'AUD',
  total: 0,
  amountDue: 0,
  amountPaid: 0,
  amountRemaining: 0,
  createdAt: AT,
  issuedAt: null,
  dueAt: null,
  paidAt: null,
  periodStart: AT,
  periodEnd: AT,
  description: null,
  pdfUrl: null,
});

/** A provider that filters by one status or none, with pages of at most a hundred. */
const providerOf =
  (all: readonly ProviderInvoice[]) =>
  ({ status, limit, after }: { status: InvoiceStatus | null; limit: number; after: string | null }) => {
    if (limit > 100) throw new Error('A page is too long.');
    const listed = all.filter((it) => status === null || it.status === status);
    const from = after === null ? 0 : all.findIndex((it) => it.providerInvoiceId === after) + 1;
    const rest = listed.filter((it) => all.indexOf(it) >= from);
    const page: InvoicePage = { invoices: rest.slice(0, limit), hasMore: rest.length > limit };
    return Promise.resolve(page);
  };

// billing 8.2
describe('pages of invoices', () => {
  it('hold every invoice of the statuses once, in order, whatever their size', async () => {
    const any = fc.array(fc.constantFrom(...INVOICE_STATUSES), { maxLength: 260 });
    await fc.assert(
      fc.asyncProperty(
        any,
        fc.subarray([...INVOICE_STATUSES]),
        fc.integer({ min: 1, max: 100 }),
        async (made, statuses, size) => {
          const all = made.map((status, at) => invoice(at, status));
          const ask = providerOf(all);
          const seen: ProviderInvoice[] = [];
          let after: string | null = null;
          do {
            const slice = await walkInvoices(statuses, size, after, ask);
            expect(slice.invoices.length).toBeLessThanOrEqual(size);
            seen.push(...slice.invoices);
            after = slice.next;
          } while (after !== null);
          expect(seen).toEqual(
            all.filter(({ status }) => statuses.length === 0 || statuses.includes(status)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('end with a full page if nothing follows it', async () => {
    const ask = providerOf([invoice(1, 'paid'), invoice(2, 'open')]);
    expect((await walkInvoices([], 2, null, ask)).next).toBeNull();
    expect((await walkInvoices(['paid', 'open'], 2, null, ask)).next).toBeNull();
  });

  it('read at most a thousand invoices, and continue after them', async () => {
    const ask = providerOf(
      Array.from({ length: 1_100 }, (_, at) => invoice(at, at === 1_050 ? 'void' : 'paid')),
    );
    const first = await walkInvoices(['void', 'open'], 10, null, ask);
    expect([first.invoices.length, first.next]).toEqual([0, 'in_999']);
    const second = await walkInvoices(['void', 'open'], 10, first.next, ask);
    expect([second.invoices.map((it) => it.providerInvoiceId), second.next]).toEqual([['in_1050'], null]);
  });
});
