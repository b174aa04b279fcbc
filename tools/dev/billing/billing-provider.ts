import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { emptyState } from './billing-accounts.ts';
import { answerOf, ApiError } from './billing-answers.ts';
import type { MeterEvent } from './billing-answers.ts';
import { sendFile, sendPage } from './billing-files.ts';
import type { LocalFile } from './billing-files.ts';
import type { ProviderState } from './billing-accounts.ts';

/** A form of the API has some hundred bytes. */
const MAX_FORM_BYTES = 64 * 1024;
// Shorter than any timeout for silence.
const DRIP_MS = 200;
/** A received request, for tests. */
interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** How the provider fails on matching paths. */
interface ProviderFault {
  readonly path: RegExp;
  /**
   * `hang` never responds, `drip` sends interim responses for ever, `reset` closes the connection.
   */
  readonly how:
    'hang' | 'drip' | 'reset' | { status: number; headers?: Record<string, string>; body: string };
}

export interface LocalBillingProvider {
  readonly url: string;
  /** The host in links to its pages and files. */
  readonly host: string;
  readonly key: string;
  readonly state: ProviderState;
  readonly requests: ProviderRequest[];
  readonly meterEvents: Map<string, MeterEvent>;
  /** Null: it works normally. */
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
  /** Events counted before; none by default. */
  readonly meterEvents?: Map<string, MeterEvent>;
}

/**
 * Implements the part of Stripe's HTTP API that the platform uses, on loopback, so that its SDK
 * runs in development and in tests. Keeps everything in memory and charges nothing: only for local
 * use.
 */
export async function startBillingProvider(options: Options = {}): Promise<LocalBillingProvider> {
  const {
    key = `sk_test_${randomBytes(12).toString('hex')}`,
    state = emptyState(),
    now = () => new Date(),
    meterEvents = new Map<string, MeterEvent>(),
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
    meterEvents,
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
      if (fault.how === 'drip') return drip(request.socket);
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
      const body = known?.body ?? JSON.stringify(answerOf(provider, method, url, form, now()));
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

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
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
