import type Stripe from 'stripe';
import { LoggableError } from '../../../core/shared/platform-error.js';
import { isCurrency } from '../rules/charges/money.policy.js';
import type { PriceTier, ProviderSubscription, SubscriptionItem } from '../rules/provider-facts.js';
import { INVOICE_STATUSES } from './billing-provider.js';
import type { InvoiceStatus, ProviderEvent, ProviderInvoice, ProviderRecipient } from './billing-provider.js';

/** Fields are checked at run time: declared types do not prove what the provider sends. */
const malformed = (field: string): LoggableError =>
  new LoggableError(`The billing provider sent a ${field} that cannot be read.`);

function instant(seconds: unknown, field: string): Date {
  // Up to the year 5138: later values are milliseconds mistaken for seconds. Nothing dates from
  // 1970.
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds <= 0 || seconds > 1e11)
    throw malformed(field);
  return new Date(seconds * 1000);
}

const instantOrNull = (seconds: unknown, field: string): Date | null =>
  seconds === null || seconds === undefined ? null : instant(seconds, field);

function amount(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value)) throw malformed(field);
  return value as number;
}

const wholeOrNull = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

function text(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') throw malformed(field);
  return value;
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function currencyOf(value: unknown): string {
  const code = text(value, 'currency').toUpperCase();
  if (!isCurrency(code)) throw malformed('currency');
  return code;
}

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : textOrNull(reference?.id);

/** @throws LoggableError for an invalid response */
export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const status = invoice.status as InvoiceStatus | null;
  if (status === null || !INVOICE_STATUSES.includes(status)) throw malformed('status of an invoice');
  const { status_transitions: steps } = invoice;
  return {
    providerInvoiceId: text(invoice.id, 'id'),
    customerId: idOf(invoice.customer),
    number: textOrNull(invoice.number),
    status,
    currency: currencyOf(invoice.currency),
    total: amount(invoice.total, 'total'),
    amountDue: amount(invoice.amount_due, 'amount due'),
    amountPaid: amount(invoice.amount_paid, 'amount paid'),
    amountRemaining: amount(invoice.amount_remaining, 'amount remaining'),
    createdAt: instant(invoice.created, 'time of an invoice'),
    issuedAt: instantOrNull(steps?.finalized_at, 'time of an invoice'),
    dueAt: instantOrNull(invoice.due_date, 'due date'),
    paidAt: instantOrNull(steps?.paid_at, 'time of payment'),
    periodStart: instant(invoice.period_start, 'period'),
    periodEnd: instant(invoice.period_end, 'period'),
    description: textOrNull(invoice.description),
    pdfUrl: textOrNull(invoice.invoice_pdf),
  };
}

/** @throws LoggableError if an invoice belongs to another customer (billing 11.2) */
export function toInvoices(invoices: Stripe.Invoice[], customerId: string): ProviderInvoice[] {
  const read = invoices.map(toInvoice);
  if (read.some((it) => it.customerId !== customerId)) throw malformed('customer of an invoice');
  return read;
}

/** @throws LoggableError if the response is about another customer (billing 11.2) */
export function toRecipients(
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  customerId: string,
): ProviderRecipient[] {
  if (customer.id !== customerId) throw malformed('customer');
  if (customer.deleted === true || customer.email === null) return [];
  return [{ email: text(customer.email, 'email'), name: textOrNull(customer.name) }];
}

/** @throws LoggableError if the session belongs to another customer (billing 11.2) */
export function toPortal(
  session: Stripe.BillingPortal.Session,
  customerId: string,
): { url: string; createdAt: Date } {
  if (session.customer !== customerId) throw malformed('customer of a portal session');
  return { url: text(session.url, 'url'), createdAt: instant(session.created, 'time of a portal session') };
}

/** @throws LoggableError for an invalid response */
export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const items = subscription.items.data;
  if (!Array.isArray(items) || items.length === 0) throw malformed('subscription without items');
  // Items may have different periods; this is the period that they share.
  const starts = items.map((item) => instant(item.current_period_start, 'period').getTime());
  const ends = items.map((item) => instant(item.current_period_end, 'period').getTime());
  return {
    subscriptionId: text(subscription.id, 'id'),
    customerId: text(idOf(subscription.customer), 'customer'),
    status: text(subscription.status, 'status of a subscription'),
    clientId: textOrNull(subscription.metadata?.['client_id']),
    dataEnv: textOrNull(subscription.metadata?.['data_env']),
    periodStart: new Date(Math.max(...starts)),
    periodEnd: new Date(Math.min(...ends)),
    items: items.map(toItem),
  };
}

function toItem({ price, quantity }: Stripe.SubscriptionItem): SubscriptionItem {
  const { recurring } = price;
  return {
    priceId: text(price.id, 'id'),
    isPriceActive: price.active === true,
    currency: currencyOf(price.currency),
    interval: recurring?.interval ?? 'once',
    intervalCount: recurring?.interval_count ?? 0,
    usage: recurring?.usage_type === 'metered' ? 'metered' : 'licensed',
    scheme: schemeOf(price),
    unitAmount: wholeOrNull(price.unit_amount),
    quantity: wholeOrNull(quantity),
    meterId: textOrNull(recurring?.meter),
    tiers: (price.tiers ?? []).map(toTier),
  };
}

const schemeOf = ({ billing_scheme: scheme, tiers_mode: mode }: Stripe.Price): SubscriptionItem['scheme'] => {
  if (scheme === 'per_unit') return 'per_unit';
  return mode === 'graduated' ? 'graduated' : 'other';
};

/** A fraction of a minor unit becomes null, which matches no agreed price. */
const toTier = (tier: Stripe.Price.Tier): PriceTier => ({
  upTo: wholeOrNull(tier.up_to),
  unitAmount: wholeOrNull(tier.unit_amount) ?? (tier.unit_amount_decimal === null ? 0 : null),
  flatAmount: wholeOrNull(tier.flat_amount) ?? (tier.flat_amount_decimal === null ? 0 : null),
});

/** Only the subject is taken from an event: the current state is queried (billing 11.4). */
export function toEvent(event: Stripe.Event): ProviderEvent {
  const { id = null, customer = null } = event.data.object as {
    id?: string | null;
    customer?: string | { readonly id: string } | null;
  };
  const about = (kind: string): boolean => event.type.startsWith(`${kind}.`);
  const customerId = idOf(customer) ?? (about('customer') ? textOrNull(id) : null);
  const priceId = about('price') ? textOrNull(id) : null;
  return {
    eventId: text(event.id, 'id of an event'),
    happenedAt: instant(event.created, 'time of an event'),
    subject: customerId !== null ? { customerId } : priceId !== null ? { priceId } : null,
  };
}
