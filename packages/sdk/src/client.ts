import { createClient } from './generated/client/index.js';
import { KEYED_ROUTES } from './generated/keyed-routes.js';
import { Operations } from './generated/sdk.gen.js';
import type { Options } from './generated/sdk.gen.js';
import type {
  CallRowResponse,
  ExportCallsData,
  ListCallsData,
  ListProjectsData,
  ListVersionsData,
  ProjectDetailResponse,
  VersionResponse,
} from './generated/types.gen.js';
import { errorOf } from './errors.js';
import { retryingFetch } from './retries.js';
import type { RetryOptions } from './retries.js';

export type TelephonyClientOptions = {
  /** Where the API is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly retry?: RetryOptions;
  /** In place of the global fetch: for proxies and tests. */
  readonly fetch?: typeof globalThis.fetch;
} & (
  | { readonly apiKey: string; readonly token?: never }
  /** A token, or what gets a fresh one: it is asked before each request. */
  | { readonly token: string | (() => string | Promise<string>); readonly apiKey?: never }
);

const KEY = 'Idempotency-Key';

/** @throws TypeError for what no header can hold; fetch would print the credential in its own error */
function assertSendable(credential: string): string {
  if (!/^[\x21-\x7e]+$/.test(credential)) {
    throw new TypeError(
      'The key or token is empty, or has blanks, line breaks or other characters no header can hold.',
    );
  }
  return credential;
}

/** @throws TypeError for an id that a URL leaves out, and that would so lead to another route */
function assertPath(path: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(path)) {
    if (/^\.{0,2}$/.test(String(value))) throw new TypeError(`${name} may not be empty, "." or "..".`);
  }
}

/**
 * The API with a method for each operation, named as in its document: `client.getCall({ path: { call_id } })`. A method
 * resolves to the answer's body and rejects with a TelephonyError; `signal` in its options aborts it.
 */
export class TelephonyClient extends Operations {
  constructor({ baseUrl, apiKey, token, retry, fetch = globalThis.fetch }: TelephonyClientOptions) {
    const client = createClient({
      baseUrl: baseUrl.replace(/\/$/, ''),
      fetch: retryingFetch(fetch, retry),
      throwOnError: true,
    });
    super({ client });
    if (apiKey !== undefined) assertSendable(apiKey);
    client.interceptors.request.use(async (request, { method, url, path }) => {
      assertPath(path);
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
    // Without an answer it is what fetch throws: a broken connection, or an abort.
    client.interceptors.error.use((error, response) =>
      response && !response.ok ? errorOf(error, response) : error,
    );
  }

  /** Every call that the filter finds, newest first unless it says otherwise; pages are fetched as they are needed. */
  async *eachCall(options: Options<ListCallsData, true> = {}): AsyncGenerator<CallRowResponse, void> {
    let cursor = options.query?.cursor;
    do {
      // Counting all of them again for each page would cost more than the pages.
      const query = { include_total: false, ...options.query, ...(cursor && { cursor }) };
      const page = await this.listCalls({ ...options, query });
      yield* page.items;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
  }

  /** Every project that a partner sees; other callers use `listProjects`. */
  async *eachProject(
    options: Options<ListProjectsData, true> = {},
  ): AsyncGenerator<ProjectDetailResponse, void> {
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const page = await this.listProjects({ ...options, query: { ...options.query, page: number } });
      if (!('items' in page))
        throw new TypeError('This caller gets projects of the legacy model: listProjects.');
      yield* page.items;
      pages = page.pagination.total_pages;
    }
  }

  /** Every published version of a project, newest first. */
  async *eachVersion(options: Options<ListVersionsData, true>): AsyncGenerator<VersionResponse, void> {
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const page = await this.listVersions({ ...options, query: { ...options.query, page: number } });
      yield* page.items;
      pages = page.pagination.total_pages;
    }
  }

  /**
   * An export as it comes, never whole in memory.
   * @returns the CSV's bytes, or null where no call matches
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
