import type { ProviderInvoice } from '../provider/billing-provider.js';

export const OVERVIEW_INVOICE_STATUSES = ['current', 'action_required', 'overdue', 'unavailable'] as const;
export type OverviewInvoiceStatus = (typeof OVERVIEW_INVOICE_STATUSES)[number];

/**
 * Summarises a client's invoices: whether one is open, overdue or uncollectible (billing 7.4).
 * @param invoices null if the provider does not respond
 */
export function invoiceStatus(invoices: readonly ProviderInvoice[] | null, now: Date): OverviewInvoiceStatus {
  if (invoices === null) return 'unavailable';
  const open = invoices.filter(({ status }) => status === 'open');
  if (open.some(({ dueAt }) => dueAt !== null && dueAt < now)) return 'overdue';
  const isAsked = open.length > 0 || invoices.some(({ status }) => status === 'uncollectible');
  return isAsked ? 'action_required' : 'current';
}

/** The newest invoice that was issued and still counts; null without one. */
export const lastIssued = (invoices: readonly ProviderInvoice[]): ProviderInvoice | null =>
  invoices.find(({ status }) => status !== 'draft' && status !== 'void') ?? null;
