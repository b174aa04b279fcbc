import type { ProviderInvoice } from '../provider/billing-provider.js';
import { toMajor } from '../rules/charges/money.policy.js';
import type { InvoiceRecord } from './invoices.response.js';

/**
 * An invoice in responses (billing 8.1).
 * @param invoiceId its id in the API
 */
export const toInvoiceRecord = (invoice: ProviderInvoice, invoiceId: string): InvoiceRecord => ({
  invoice_id: invoiceId,
  number: invoice.number,
  status: invoice.status,
  currency: invoice.currency,
  total_amount: toMajor(invoice.total, invoice.currency),
  amount_due: toMajor(invoice.amountDue, invoice.currency),
  amount_paid: toMajor(invoice.amountPaid, invoice.currency),
  amount_remaining: toMajor(invoice.amountRemaining, invoice.currency),
  issued_at: invoice.issuedAt?.toISOString() ?? null,
  due_date: invoice.dueAt?.toISOString() ?? null,
  paid_at: invoice.paidAt?.toISOString() ?? null,
  period_start: invoice.periodStart.toISOString(),
  period_end: invoice.periodEnd.toISOString(),
  pdf_available: invoice.pdfUrl !== null,
  description: invoice.description,
});
