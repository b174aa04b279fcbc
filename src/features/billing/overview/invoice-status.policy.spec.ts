import { describe, expect, it } from 'vitest';
import type { InvoiceStatus, ProviderInvoice } from '../provider/billing-provider.js';
import { invoiceStatus, lastIssued } from './invoice-status.policy.js';

const NOW = new Date('2026-11-22T10:00:00Z');

const invoice = (status: InvoiceStatus, dueAt: string | null = null, total = 100): ProviderInvoice => ({
  providerInvoiceId: 'in_1',
  customerId: 'cus_1',
  number: 'A-1',
  status,
  currency: 'AUD',
  total,
  amountDue: total,
  amountPaid: 0,
  amountRemaining: total,
  createdAt: NOW,
  issuedAt: NOW,
  dueAt: dueAt === null ? null : new Date(dueAt),
  paidAt: null,
  periodStart: NOW,
  periodEnd: NOW,
  description: null,
  pdfUrl: null,
});

// billing 7.4
describe('the status of invoices', () => {
  it.each([
    ['unavailable where they are not known', null, 'unavailable'],
    ['current without any', [], 'current'],
    ['current where all is settled', [invoice('paid'), invoice('void'), invoice('draft')], 'current'],
    ['action_required while one is open', [invoice('paid'), invoice('open')], 'action_required'],
    [
      'action_required until the moment it is due',
      [invoice('open', '2026-11-22T10:00:00Z')],
      'action_required',
    ],
    ['overdue from then on', [invoice('open', '2026-11-22T09:59:59.999Z')], 'overdue'],
    ['action_required for what cannot be collected', [invoice('uncollectible')], 'action_required'],
    ['current where what was paid was due', [invoice('paid', '2026-11-01T00:00:00Z')], 'current'],
    [
      'overdue before anything else',
      [invoice('uncollectible'), invoice('open'), invoice('open', '2026-11-01T00:00:00Z')],
      'overdue',
    ],
  ] as const)('is %s', (_, invoices, status) => {
    expect(invoiceStatus(invoices, NOW)).toBe(status);
  });

  it('goes with the total of the newest that was issued', () => {
    const [draft, gone, open, paid] = [
      invoice('draft', null, 1),
      invoice('void', null, 2),
      invoice('open', null, 3),
      invoice('paid', null, 4),
    ];
    expect(lastIssued([draft, gone, open, paid])).toBe(open);
    expect(lastIssued([draft, gone])).toBeNull();
  });
});
