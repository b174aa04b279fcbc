import { randomBytes } from 'node:crypto';
import type { LocalInvoice, ProviderState } from './billing-accounts.ts';

/** The API's limits: it refuses meter events that are older, or further in the future. */
const EVENT_DAYS = 35;
const EVENT_AHEAD_SECONDS = 300;

export interface MeterEvent {
  readonly identifier: string;
  readonly eventName: string;
  readonly customer: string;
  readonly value: number;
  readonly timestamp: number;
}

/** The provider's data and its address. */
interface Accounts {
  readonly url: string;
  readonly state: ProviderState;
  readonly meterEvents: Map<string, MeterEvent>;
}

/** A refusal in the API's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: Record<string, string>;
  constructor(status: number, error: Record<string, string>) {
    super(error['message']);
    this.status = status;
    this.error = error;
  }
}

const missing = (what: string, id: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  });
const invalid = (message: string): ApiError => new ApiError(400, { type: 'invalid_request_error', message });

/**
 * The API's response to a known request.
 * @throws ApiError for any other request, and for a refused one
 */
export function answerOf(
  provider: Accounts,
  method: string,
  url: URL,
  form: URLSearchParams,
  now: Date,
): object {
  const { state } = provider;
  const query = url.searchParams;
  const [, , kind = '', id, part] = url.pathname.split('/');
  const route = `${method} ${kind}`;
  if (route === 'GET customers' && id !== undefined) return found(state.customers.get(id), 'customer', id);
  if (route === 'GET subscriptions') {
    const isExpanded = [...query].some(
      ([name, value]) => name.startsWith('expand') && value.endsWith('.tiers'),
    );
    if (id !== undefined) {
      const subscription = found(state.subscriptions.get(id), 'subscription', id);
      return isExpanded ? subscription : withoutTiers(subscription);
    }
    const customer = query.get('customer');
    const all = [...state.subscriptions.values()].filter(
      (it) => (customer === null || it['customer'] === customer) && it['status'] !== 'canceled',
    );
    return listOf(all.map(withoutTiers), query, url.pathname);
  }
  if (route === 'GET invoices') {
    if (id !== undefined)
      return linked(
        provider,
        found(
          state.invoices.find((it) => it.id === id),
          'invoice',
          id,
        ),
      );
    const [customer, status] = [query.get('customer'), query.get('status')];
    const all = state.invoices.filter(
      (it) => it.customer === customer && (status === null || it.status === status),
    );
    return listOf(
      all.map((it) => linked(provider, it)),
      query,
      url.pathname,
    );
  }
  if (url.pathname === '/v1/billing_portal/sessions' && method === 'POST') {
    const customer = form.get('customer') ?? '';
    found(state.customers.get(customer), 'customer', customer);
    return {
      id: `bps_${randomBytes(8).toString('hex')}`,
      object: 'billing_portal.session',
      created: Math.floor(now.getTime() / 1000),
      customer,
      return_url: form.get('return_url'),
      url: `${provider.url}/portal/${randomBytes(16).toString('hex')}`,
    };
  }
  if (url.pathname === '/v1/billing/meter_events' && method === 'POST') return takeEvent(provider, form, now);
  if (method === 'GET' && url.pathname.endsWith('/event_summaries') && part !== undefined) {
    return listOf(summaries(provider, part, query), query, url.pathname);
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${url.pathname})`,
  });
}

function takeEvent({ meterEvents, state }: Accounts, form: URLSearchParams, now: Date): object {
  const identifier = form.get('identifier') ?? randomBytes(8).toString('hex');
  const value = form.get('payload[value]') ?? '';
  const customer = form.get('payload[stripe_customer_id]') ?? '';
  const eventName = form.get('event_name') ?? '';
  const timestamp = Number(form.get('timestamp') ?? Math.floor(now.getTime() / 1000));
  const age = now.getTime() / 1000 - timestamp;
  if (identifier.length > 100) throw invalid('Identifiers have at most 100 characters.');
  if (!/^\d+$/.test(value)) throw invalid('The value of a meter event is a whole number.');
  if (![...state.meters.values()].includes(eventName))
    throw invalid(`No active meter has the event name ${eventName}.`);
  found(state.customers.get(customer), 'customer', customer);
  if (age > EVENT_DAYS * 86_400 || age < -EVENT_AHEAD_SECONDS)
    throw invalid('The timestamp is out of range.');
  if (meterEvents.has(identifier)) throw invalid(`An event already exists with identifier ${identifier}.`);
  meterEvents.set(identifier, { identifier, eventName, customer, value: Number(value), timestamp });
  return {
    object: 'billing.meter_event',
    created: Math.floor(now.getTime() / 1000),
    event_name: eventName,
    identifier,
    livemode: false,
    payload: { stripe_customer_id: customer, value },
    timestamp,
  };
}

function summaries({ meterEvents, state }: Accounts, meterId: string, query: URLSearchParams): object[] {
  const eventName = state.meters.get(meterId);
  if (eventName === undefined) throw missing('billing meter', meterId);
  const [from, to] = [Number(query.get('start_time')), Number(query.get('end_time'))];
  const total = [...meterEvents.values()]
    .filter((it) => it.eventName === eventName && it.customer === query.get('customer'))
    .filter((it) => it.timestamp >= from && it.timestamp < to)
    .reduce((sum, { value }) => sum + value, 0);
  const id = `mtrusg_${meterId}_${from}`;
  return [
    {
      id,
      object: 'billing.meter_event_summary',
      aggregated_value: total,
      start_time: from,
      end_time: to,
      meter: meterId,
    },
  ];
}

function found<T>(thing: T | undefined, what: string, id: string): T {
  if (thing === undefined) throw missing(what, id);
  return thing;
}

const linked = ({ url }: Accounts, invoice: LocalInvoice): LocalInvoice => ({
  ...invoice,
  invoice_pdf: invoice.invoice_pdf?.startsWith('/') ? `${url}${invoice.invoice_pdf}` : invoice.invoice_pdf,
});

function listOf(all: readonly { id?: unknown }[], query: URLSearchParams, url: string): object {
  const after = query.get('starting_after');
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0) throw missing('object', after);
  const limit = Number(query.get('limit') ?? 10);
  if (limit < 1 || limit > 100) throw invalid('A page has 1 to 100 objects.');
  return { object: 'list', url, data: all.slice(from, from + limit), has_more: all.length > from + limit };
}

/** The tiers of a price are only included on request. */
function withoutTiers(subscription: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(subscription) as { items: { data: { price: { tiers?: unknown } }[] } };
  for (const { price } of copy.items.data) delete price.tiers;
  return copy;
}
