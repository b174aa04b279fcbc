import type { Readable } from 'node:stream';
import type { ProviderSubscription } from '../rules/provider-facts.js';

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** An invoice of the provider; amounts in minor units. */
export interface ProviderInvoice {
  readonly providerInvoiceId: string;
  readonly customerId: string | null;
  readonly number: string | null;
  readonly status: InvoiceStatus;
  readonly currency: string;
  readonly total: number;
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly amountRemaining: number;
  readonly createdAt: Date;
  readonly issuedAt: Date | null;
  readonly dueAt: Date | null;
  readonly paidAt: Date | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly description: string | null;
  /** URL of its PDF; null while there is none. */
  readonly pdfUrl: string | null;
}

export interface InvoiceQuery {
  readonly customerId: string;
  /** Null: invoices with any status. */
  readonly status: InvoiceStatus | null;
  readonly limit: number;
  /** The provider's id of the invoice after which the page begins. */
  readonly after: string | null;
}

export interface InvoicePage {
  /** Newest first. */
  readonly invoices: readonly ProviderInvoice[];
  readonly hasMore: boolean;
}

/** The usage of one window. */
export interface UsageReport {
  readonly customerId: string;
  /** The event name of the provider's meter. */
  readonly eventName: string;
  /** Our own identifier: one per window, which never changes. */
  readonly identifier: string;
  /** A whole number, as text. */
  readonly quantity: string;
  readonly at: Date;
}

export interface ProviderEvent {
  readonly eventId: string;
  readonly happenedAt: Date;
  /** The customer or the price that it concerns; null if it concerns something else. */
  readonly subject: { readonly customerId: string } | { readonly priceId: string } | null;
}

export interface UsageQuery {
  readonly customerId: string;
  readonly providerMeterId: string;
  /** Full hours. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** The person to whom the provider sends invoices. */
export interface ProviderRecipient {
  readonly email: string;
  readonly name: string | null;
}

/**
 * The operations that the platform needs from a billing provider. Every method fails with 429
 * billing_provider_rate_limited or 503 billing_provider_unavailable, without the provider's message
 * (billing 11.2).
 */
export abstract class BillingProvider {
  /** Subscriptions of the customer that have not ended; the active ones with their full prices. */
  abstract subscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  abstract invoices(query: InvoiceQuery): Promise<InvoicePage>;
  /** @returns null if the provider has none with that id */
  abstract invoice(providerInvoiceId: string): Promise<ProviderInvoice | null>;
  /** The file of an invoice, as a stream that is not read ahead. */
  abstract openFile(pdfUrl: string): Promise<Readable>;
  abstract recipients(customerId: string): Promise<readonly ProviderRecipient[]>;
  /**
   * Opens the provider's own pages for the customer. The same key within 24 hours returns the
   * session that was opened first.
   * @returns their address, and when they were opened
   */
  abstract openPortal(
    customerId: string,
    returnUrl: string,
    key: string,
  ): Promise<{ url: string; createdAt: Date }>;
  /**
   * Reports usage. Within 24 hours, usage with the same identifier is counted only once.
   * @returns false if the provider will never accept it
   */
  abstract submitUsage(report: UsageReport): Promise<boolean>;
  /** Usage that the provider's meter has counted for a customer in [from, to). */
  abstract usage(query: UsageQuery): Promise<number>;
  /**
   * Reads an event that the provider sent.
   * @param signature its header
   * @returns null unless the provider signed it within the last minutes
   * @throws 404 without a secret to verify it with
   */
  abstract readEvent(bytes: Buffer, signature: string): Promise<ProviderEvent | null>;
  /**
   * Checks that the provider accepts our key.
   * @throws ProviderRefusedError if it does not
   */
  abstract check(): Promise<void>;
}
