import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { emptyState } from './billing-accounts.ts';
import { sendFile, sendPage } from './billing-files.ts';
import type { LocalFile } from './billing-files.ts';
import type { LocalInvoice, ProviderState } from './billing-accounts.ts';

/** A form of the API's is some hundred bytes. */
const MAX_FORM_BYTES = 64 * 1024;
/** As the API has it: no meter event from longer ago, and none from further ahead. */
const EVENT_DAYS = 35;
const EVENT_AHEAD_SECONDS = 300;

/** What was asked, for tests. */
interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

interface MeterEvent {
  readonly identifier: string;
  readonly eventName: string;
  readonly customer: string;
  readonly value: number;
  readonly timestamp: number;
}

/** How the provider fails on paths that match. */
interface ProviderFault {
  readonly path: RegExp;
  /** `hang` never answers, `reset` closes the connection. */
  readonly how: 'hang' | 'reset' | { status: number; headers?: Record<string, string>; body: string };
}

export interface LocalBillingProvider {
  readonly url: string;
  /** Of the pages and files that it links to. */
  readonly host: string;
  readonly key: string;
  readonly state: ProviderState;
  readonly requests: ProviderRequest[];
  readonly meterEvents: Map<string, MeterEvent>;
  /** Null: it works. */
  fault: ProviderFault | null;
  /** How the files of invoices are sent. */
  file: LocalFile;
  stop(): Promise<void>;
}

interface Options {
  readonly key?: string;
  readonly state?: ProviderState;
  readonly port?: number;
  readonly now?: () => Date;
}

class ApiError extends Error {
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
 * Speaks the part of Stripe's HTTP API that the platform uses, on loopback, so that its SDK is what runs in development
 * and in tests. Keeps everything in memory and charges nobody: only for local use.
 */
export async function startBillingProvider(options: Options = {}): Promise<LocalBillingProvider> {
  const {
    key = `sk_test_${randomBytes(12).toString('hex')}`,
    state = emptyState(),
    now = () => new Date(),
  } = options;
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  const answers = new Map<string, { form: string; body: string }>();
  const provider: LocalBillingProvider = {
    url: `http://${host}`,
    host,
    key,
    state,
    requests: [],
    meterEvents: new Map(),
    fault: null,
    file: { bytes: 0 },
    stop: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', provider.url);
    const form = new URLSearchParams(await readForm(request));
    const { method = 'GET', headers } = request;
    provider.requests.push({ method, path: url.pathname, query: url.searchParams, form, headers });
    const { fault } = provider;
    if (fault?.path.test(url.pathname)) {
      if (fault.how === 'hang') return;
      if (fault.how === 'reset') return void request.socket.destroy();
      response.writeHead(fault.how.status, { 'content-type': 'application/json', ...fault.how.headers });
      return void response.end(fault.how.body);
    }
    if (url.pathname.startsWith('/files/')) return sendFile(provider.file, url, response);
    if (url.pathname.startsWith('/portal/')) return sendPage(response);
    try {
      if (headers.authorization !== `Bearer ${key}`)
        throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
      const idempotencyKey = String(headers['idempotency-key'] ?? '');
      const known = method === 'POST' ? answers.get(idempotencyKey) : undefined;
      if (known && known.form !== form.toString())
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: 'Keys can only be used with the same parameters.',
        });
      const body = known?.body ?? JSON.stringify(handle(provider, method, url, form, now()));
      if (method === 'POST' && idempotencyKey !== '')
        answers.set(idempotencyKey, { form: form.toString(), body });
      response.writeHead(200, {
        'content-type': 'application/json',
        'request-id': `req_${randomBytes(8).toString('hex')}`,
        ...(known ? { 'idempotent-replayed': 'true' } : {}),
      });
      response.end(body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: error.error }));
    }
  }
  server.on('request', (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return provider;
}

function handle(
  provider: LocalBillingProvider,
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

function takeEvent({ meterEvents, state }: LocalBillingProvider, form: URLSearchParams, now: Date): object {
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

function summaries(
  { meterEvents, state }: LocalBillingProvider,
  meterId: string,
  query: URLSearchParams,
): object[] {
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

const linked = ({ url }: LocalBillingProvider, invoice: LocalInvoice): LocalInvoice => ({
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

/** The steps of a price come only where they are asked for. */
function withoutTiers(subscription: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(subscription) as { items: { data: { price: { tiers?: unknown } }[] } };
  for (const { price } of copy.items.data) delete price.tiers;
  return copy;
}

async function readForm(request: IncomingMessage): Promise<string> {
  let form = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    form += chunk;
    if (form.length > MAX_FORM_BYTES) throw new Error('the form is too long');
  }
  return form;
}
