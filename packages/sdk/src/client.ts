import { createClient } from './generated/client/index.js';
import { KEYED_ROUTES } from './generated/keyed-routes.js';
import { Operations } from './generated/sdk.gen.js';
import type { Options } from './generated/sdk.gen.js';
import type {
  AggregationRecord,
  Alert,
  ListAggregationRecordsData,
  ListReconciliationRecordsData,
  ReconciliationRecord,
  ApprovalResponse,
  CallRowResponse,
  CallerRequestItem,
  CampaignSummary,
  CapacityItem,
  ContactItem,
  ConversationRunRecordResponse,
  DeliveryRecord,
  ExportCallsData,
  GetCapacityOverviewData,
  GetStatusData,
  InvitationResponse,
  InvoiceRecord,
  ListAlertsData,
  ListFollowUpsData,
  QueuedCallResponse,
  ListApprovalsData,
  ListCallerRequestsData,
  ListCallsData,
  ListCampaignContactsData,
  ListConversationRunsData,
  ListDispatchesData,
  ListPiiUnlocksData,
  UnlockResponse,
  ListInvitationsData,
  ListInvoicesData,
  ListNoticesData,
  ListOutboundCampaignsData,
  ListPeopleData,
  ListProjectsData,
  ListSuppressionsData,
  ListTestCallsData,
  ListVersionsData,
  ListWebhookDeliveriesData,
  Notice,
  PersonResponse,
  ProjectDetailResponse,
  ProjectStatus,
  SingleListItem,
  SuppressionItem,
  TestCallRecordResponse,
  VersionResponse,
} from './generated/types.gen.js';
import { errorOf } from './errors.js';
import { byCursor, byPage } from './pages.js';
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
   * Every call that matches the filter, newest first unless the filter has another order; fetches
   * pages as needed.
   */
  eachCall(options: Options<ListCallsData, true> = {}): AsyncGenerator<CallRowResponse, void> {
    // Counting all calls again for each page would cost more than the pages themselves.
    const query = { include_total: false, ...options.query };
    return byCursor({ ...options, query }, (of) => this.listCalls(of));
  }

  /** Every project that a partner sees; other callers use `listProjects`. */
  eachProject(options: Options<ListProjectsData, true> = {}): AsyncGenerator<ProjectDetailResponse, void> {
    return byPage(options, async (of) => {
      const page = await this.listProjects(of);
      if ('items' in page) return page;
      throw new TypeError('This caller gets projects of the legacy model: listProjects.');
    });
  }

  /** Every published version of a project, newest first. */
  eachVersion(options: Options<ListVersionsData, true>): AsyncGenerator<VersionResponse, void> {
    return byPage(options, (of) => this.listVersions(of));
  }

  /** Every approval of a project. */
  eachApproval(options: Options<ListApprovalsData, true>): AsyncGenerator<ApprovalResponse, void> {
    return byPage(options, (of) => this.listApprovals(of));
  }

  /** Every test call of a project. */
  eachTestCall(options: Options<ListTestCallsData, true>): AsyncGenerator<TestCallRecordResponse, void> {
    return byPage(options, (of) => this.listTestCalls(of));
  }

  /** Every run of the conversation tests of a project. */
  eachConversationRun(
    options: Options<ListConversationRunsData, true>,
  ): AsyncGenerator<ConversationRunRecordResponse, void> {
    return byCursor(options, (of) => this.listConversationRuns(of));
  }

  /** Every caller request that matches the filter. */
  eachCallerRequest(
    options: Options<ListCallerRequestsData, true> = {},
  ): AsyncGenerator<CallerRequestItem, void> {
    return byCursor(options, (of) => this.listCallerRequests(of));
  }

  /** Every campaign that matches the filter. */
  eachOutboundCampaign(
    options: Options<ListOutboundCampaignsData, true> = {},
  ): AsyncGenerator<CampaignSummary, void> {
    return byPage(options, (of) => this.listOutboundCampaigns(of));
  }

  /** Every contact of a campaign that matches the filter. */
  eachCampaignContact(options: Options<ListCampaignContactsData, true>): AsyncGenerator<ContactItem, void> {
    return byPage(options, (of) => this.listCampaignContacts(of));
  }

  /** Every suppressed number that matches the filter. */
  eachSuppression(options: Options<ListSuppressionsData, true> = {}): AsyncGenerator<SuppressionItem, void> {
    return byCursor(options, (of) => this.listSuppressions(of));
  }

  /** Every single call that matches the filter. */
  eachDispatch(options: Options<ListDispatchesData, true> = {}): AsyncGenerator<SingleListItem, void> {
    return byCursor(options, (of) => this.listDispatches(of));
  }

  /** Every delivery that matches the filter. */
  eachWebhookDelivery(
    options: Options<ListWebhookDeliveriesData, true>,
  ): AsyncGenerator<DeliveryRecord, void> {
    return byCursor(options, (of) => this.listWebhookDeliveries(of));
  }

  /** Every unlock of personal data that people of the client asked for, newest first. */
  eachPiiUnlock(options: Options<ListPiiUnlocksData, true> = {}): AsyncGenerator<UnlockResponse, void> {
    return byCursor(options, (of) => this.listPiiUnlocks(of));
  }

  /** Every person whom the caller administers, active ones first. */
  eachPerson(options: Options<ListPeopleData, true> = {}): AsyncGenerator<PersonResponse, void> {
    return byPage(options, (of) => this.listPeople(of));
  }

  /** Every invitation of the people whom the caller administers, newest first. */
  eachInvitation(options: Options<ListInvitationsData, true> = {}): AsyncGenerator<InvitationResponse, void> {
    return byPage(options, (of) => this.listInvitations(of));
  }

  /** Every call with an open or a done follow-up, the most pressing first. */
  eachFollowUp(options: Options<ListFollowUpsData, true> = {}): AsyncGenerator<QueuedCallResponse, void> {
    return byPage(options, (of) => this.listFollowUps(of));
  }

  /** Everything that needs a person now, newest first. */
  eachAlert(options: Options<ListAlertsData, true> = {}): AsyncGenerator<Alert, void> {
    return byPage(options, (of) => this.listAlerts(of));
  }

  /** Every notice of the client that the caller may read, newest first. */
  eachNotice(options: Options<ListNoticesData, true> = {}): AsyncGenerator<Notice, void> {
    return byCursor(options, (of) => this.listNotices(of));
  }

  /** The status of each project, by name. */
  eachProjectStatus(options: Options<GetStatusData, true> = {}): AsyncGenerator<ProjectStatus, void> {
    return byPage(options, (of) => this.getStatus(of));
  }

  /** The capacity of the client and of each project that has one. */
  eachCapacityItem(options: Options<GetCapacityOverviewData, true> = {}): AsyncGenerator<CapacityItem, void> {
    return byPage(options, (of) => this.getCapacityOverview(of));
  }

  /** Every hour of a meter as it was counted and reported to the billing provider, newest first. */
  async *eachAggregationRecord(
    options: Options<ListAggregationRecordsData, true>,
  ): AsyncGenerator<AggregationRecord, void> {
    yield* byCursor(options, async (of) => {
      const { aggregation_records: items, ...rest } = await this.listAggregationRecords(of);
      return { items, ...rest };
    });
  }

  /** Every comparison of counted, stored and used units, newest first. */
  async *eachReconciliationRecord(
    options: Options<ListReconciliationRecordsData, true>,
  ): AsyncGenerator<ReconciliationRecord, void> {
    yield* byCursor(options, async (of) => {
      const { reconciliation_records: items, ...rest } = await this.listReconciliationRecords(of);
      return { items, ...rest };
    });
  }

  /** Every invoice of the client. */
  async *eachInvoice(options: Options<ListInvoicesData, true>): AsyncGenerator<InvoiceRecord, void> {
    let token = options.query?.page_token;
    do {
      const page = await this.listInvoices({
        ...options,
        query: { ...options.query, ...(token && { page_token: token }) },
      });
      yield* page.invoices;
      token = page.next_page_token ?? undefined;
    } while (token !== undefined);
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
