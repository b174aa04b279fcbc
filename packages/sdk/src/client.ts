import { createClient } from './generated/client/index.js';
import { KEYED_ROUTES } from './generated/keyed-routes.js';
import type { Options } from './generated/sdk.gen.js';
import type { ExportCallsData } from './generated/types.gen.js';
import { errorOf } from './errors.js';
import { Lists } from './lists.js';
import { retryingFetch } from './retries.js';
import type { RetryOptions } from './retries.js';

export type TelephonyClientOptions = {
  /** Where the API is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly retry?: RetryOptions;
  /** Replaces the global fetch, for proxies and tests. */
  readonly fetch?: typeof globalThis.fetch;
} & (
  | { readonly apiKey: string; readonly token?: never }
  /** A token, or a function that returns a fresh one before each request. */
  | { readonly token: string | (() => string | Promise<string>); readonly apiKey?: never }
);

const KEY = 'Idempotency-Key';

/**
 * @throws TypeError for a value that no header can contain; fetch would print the credential in its
 *   own error
 */
function assertSendable(credential: string): string {
  if (!/^[\x21-\x7e]+$/.test(credential)) {
    throw new TypeError(
      'The key or token is empty, or has blanks, line breaks or other characters no header can hold.',
    );
  }
  return credential;
}

/**
 * @throws TypeError for an id that is missing, or that a URL would drop and so reach another route
 */
function assertPath(url: string, path: Readonly<Record<string, unknown>> = {}): void {
  for (const [, name] of url.matchAll(/\{(\w+)\}/g)) {
    const value = path[name!];
    if (value === undefined || value === null)
      throw new TypeError(`path.${name} is missing: pass { path: { ${name} } }.`);
    if (/^\.{0,2}$/.test(`${value as string}`)) throw new TypeError(`${name} may not be empty, "." or "..".`);
  }
}

/**
 * The API with a method for each operation, named as in its document: `client.getCall({ path: {
 * call_id } })`. A method resolves to the body of the response, or rejects with a TelephonyError;
 * `signal` in its options aborts it.
 */
export class TelephonyClient extends Lists {
  constructor({ baseUrl, apiKey, token, retry, fetch = globalThis.fetch }: TelephonyClientOptions) {
    const client = createClient({
      baseUrl: baseUrl.replace(/\/$/, ''),
      fetch: retryingFetch(fetch, retry),
      throwOnError: true,
    });
    super({ client });
    if (apiKey !== undefined) assertSendable(apiKey);
    client.interceptors.request.use(async (request, { method, url, path }) => {
      assertPath(url, path);
      if (apiKey !== undefined) request.headers.set('X-API-Key', apiKey);
      if (token !== undefined) {
        const current = typeof token === 'string' ? token : await token();
        request.headers.set('Authorization', `Bearer ${assertSendable(current)}`);
      }
      if (KEYED_ROUTES.has(`${method} ${url}`) && !request.headers.has(KEY)) {
        request.headers.set(KEY, crypto.randomUUID());
      }
      return request;
    });
    // Without a response, the error is the one that fetch throws: a broken connection, or an abort.
    client.interceptors.error.use((error, response) =>
      response && !response.ok ? errorOf(error, response) : error,
    );
  }

  /**
   * An export as a stream, never whole in memory.
   * @returns the CSV's bytes, or null if no call matches
   */
  async streamExport(options: Options<ExportCallsData, true>): Promise<ReadableStream<Uint8Array> | null> {
    const { data, response } = await this.client.post<
      { 200: ReadableStream<Uint8Array> },
      unknown,
      true,
      'fields'
    >({
      ...options,
      url: '/v1/calls/export',
      headers: { 'Content-Type': 'application/json', ...(options.headers as object) },
      parseAs: 'stream',
      responseStyle: 'fields',
      throwOnError: true,
    });
    if (response.headers.get('content-type')?.startsWith('text/csv')) return data;
    await data.cancel();
    return null;
  }
}
