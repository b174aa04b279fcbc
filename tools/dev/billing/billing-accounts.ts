/** A price with its tiers, in minor units. */
interface LocalMeter {
  readonly meterId: string;
  readonly eventName: string;
  readonly priceId: string;
  readonly included: number;
  readonly rate: number;
}

/**
 * One customer of the local billing provider, with one subscription; by default on the reference
 * plan.
 */
export interface LocalAccount {
  /** Letters and digits that all of its ids contain. */
  readonly name: string;
  readonly clientId: string;
  readonly dataEnv: string;
  readonly email: string | null;
  readonly contact: string | null;
  readonly currency?: string;
  readonly monthlyFee?: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** The fields of an invoice that the platform reads. */
export interface LocalInvoice {
  id: string;
  object: 'invoice';
  customer: string;
  status: string | null;
  number: string | null;
  currency: string;
  total: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  created: number;
  due_date: number | null;
  period_start: number;
  period_end: number;
  description: string | null;
  invoice_pdf: string | null;
  status_transitions: { finalized_at: number | null; paid_at: number | null };
}

type Json = Record<string, unknown>;

/** The state of the local provider; tests may change it directly. */
export interface ProviderState {
  readonly customers: Map<string, Json>;
  readonly subscriptions: Map<string, Json>;
  /** Newest first for each customer. */
  readonly invoices: LocalInvoice[];
  /** Event names by meter. */
  readonly meters: Map<string, string>;
}

/** The ids of an account at the provider, which an operator configures. */
export interface AccountIds {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly foundationPriceId: string;
  readonly minutes: LocalMeter;
  readonly segments: LocalMeter;
}

const MINUTES = { included: 500, rate: 59 };
const SEGMENTS = { included: 100, rate: 20 };
const MONTHLY_FEE = 24_900;

export const emptyState = (): ProviderState => ({
  customers: new Map(),
  subscriptions: new Map(),
  invoices: [],
  meters: new Map(),
});

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

export const accountIds = (name: string): AccountIds => ({
  customerId: `cus_${name}`,
  subscriptionId: `sub_${name}`,
  foundationPriceId: `price_${name}_fee`,
  minutes: {
    meterId: 'mtr_minutes',
    eventName: 'call_minutes',
    priceId: `price_${name}_minutes`,
    ...MINUTES,
  },
  segments: {
    meterId: 'mtr_segments',
    eventName: 'sms_segments',
    priceId: `price_${name}_segments`,
    ...SEGMENTS,
  },
});

/** Adds a customer with an active subscription of three items. */
export function addAccount(state: ProviderState, account: LocalAccount): AccountIds {
  const ids = accountIds(account.name);
  const { currency = 'AUD', monthlyFee = MONTHLY_FEE } = account;
  const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null };
  const common = { object: 'price', active: true, currency: currency.toLowerCase() };
  const period = {
    current_period_start: seconds(account.periodStart),
    current_period_end: seconds(account.periodEnd),
  };
  const metered = (meter: LocalMeter): Json => ({
    id: `si_${meter.priceId}`,
    object: 'subscription_item',
    ...period,
    price: {
      ...common,
      id: meter.priceId,
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      unit_amount: null,
      recurring: { ...recurring, usage_type: 'metered', meter: meter.meterId },
      tiers: [
        { up_to: meter.included, unit_amount: 0, unit_amount_decimal: '0', flat_amount: 0 },
        { up_to: null, unit_amount: meter.rate, unit_amount_decimal: String(meter.rate), flat_amount: 0 },
      ],
    },
  });
  state.customers.set(ids.customerId, {
    id: ids.customerId,
    object: 'customer',
    email: account.email,
    name: account.contact,
  });
  for (const meter of [ids.minutes, ids.segments]) state.meters.set(meter.meterId, meter.eventName);
  state.subscriptions.set(ids.subscriptionId, {
    id: ids.subscriptionId,
    object: 'subscription',
    customer: ids.customerId,
    status: 'active',
    metadata: { client_id: account.clientId, data_env: account.dataEnv },
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: `si_${ids.foundationPriceId}`,
          object: 'subscription_item',
          quantity: 1,
          ...period,
          price: {
            ...common,
            id: ids.foundationPriceId,
            billing_scheme: 'per_unit',
            tiers_mode: null,
            unit_amount: monthlyFee,
            recurring,
          },
        },
        metered(ids.minutes),
        metered(ids.segments),
      ],
    },
  });
  return ids;
}

/** Adds an invoice of the customer before the others. */
export function addInvoice(
  state: ProviderState,
  customer: string,
  created: Date,
  fields: Partial<LocalInvoice> = {},
): LocalInvoice {
  const at = seconds(created);
  const id = `in_${customer.slice('cus_'.length)}_${state.invoices.length + 1}`;
  const { status = 'paid', total = MONTHLY_FEE } = fields;
  const isPaid = status === 'paid';
  const isIssued = status !== 'draft';
  const invoice: LocalInvoice = {
    id,
    object: 'invoice',
    customer,
    status,
    number: isIssued ? `${customer.slice('cus_'.length).toUpperCase()}-${state.invoices.length + 1}` : null,
    currency: 'aud',
    total,
    amount_due: total,
    amount_paid: isPaid ? total : 0,
    amount_remaining: isPaid ? 0 : total,
    created: at,
    due_date: isIssued ? at + 14 * 86_400 : null,
    period_start: at - 30 * 86_400,
    period_end: at,
    description: null,
    // The server prepends its own address.
    invoice_pdf: isIssued ? `/files/${id}/pdf` : null,
    status_transitions: { finalized_at: isIssued ? at : null, paid_at: isPaid ? at : null },
    ...fields,
  };
  state.invoices.unshift(invoice);
  return invoice;
}
