import { Operations } from './generated/sdk.gen.js';
import type { Options } from './generated/sdk.gen.js';
import type {
  ActResponse,
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
  ExcludedPersonResponse,
  GetBreakGlassUseData,
  GetCapacityOverviewData,
  GetStatusData,
  InvitationResponse,
  InvoiceRecord,
  ListAlertsData,
  ListBreakGlassUsesData,
  ListFollowUpsData,
  PreviewSsoEnforcementData,
  QueuedCallResponse,
  ListApprovalsData,
  ListCallerRequestsData,
  ListCallsData,
  ListCampaignContactsData,
  ListConversationRunsData,
  ListDispatchesData,
  CommentResponse,
  ListPiiUnlocksData,
  ListSupportCommentsData,
  SearchSupportTicketsData,
  TicketResponse,
  UnlockResponse,
  KnowledgeBuildItem,
  ListInvitationsData,
  ListKnowledgeBuildsData,
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
  UseResponse,
  SingleListItem,
  SuppressionItem,
  TestCallRecordResponse,
  VersionResponse,
} from './generated/types.gen.js';
import { byCursor, byPage } from './pages.js';

/** The operations, and for each list an iterator that fetches its pages as needed. */
export class Lists extends Operations {
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

  /** Every build of a project's knowledge, newest first. */
  eachKnowledgeBuild(
    options: Options<ListKnowledgeBuildsData, true>,
  ): AsyncGenerator<KnowledgeBuildItem, void> {
    return byPage(options, (of) => this.listKnowledgeBuilds(of));
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

  /** Every support ticket that matches the search, the last changed one first. */
  eachSupportTicket(
    options: Options<SearchSupportTicketsData, true> = {},
  ): AsyncGenerator<TicketResponse, void> {
    return byCursor(options, (of) => this.searchSupportTickets(of));
  }

  /** Every comment of a support ticket, in chronological order. */
  eachSupportComment(options: Options<ListSupportCommentsData, true>): AsyncGenerator<CommentResponse, void> {
    return byCursor(options, (of) => this.listSupportComments(of));
  }

  /** Every use of break-glass, latest first. */
  eachBreakGlassUse(options: Options<ListBreakGlassUsesData, true> = {}): AsyncGenerator<UseResponse, void> {
    return byPage(options, (of) => this.listBreakGlassUses(of));
  }

  /** Everything that was done during a use of break-glass, in order. */
  eachBreakGlassAct(options: Options<GetBreakGlassUseData, true>): AsyncGenerator<ActResponse, void> {
    return byPage(options, async (of) => {
      const { acts: items, pagination } = await this.getBreakGlassUse(of);
      return { items, pagination };
    });
  }

  /** Every person who would be shut out if a connection were required, by name. */
  eachSsoExclusion(
    options: Options<PreviewSsoEnforcementData, true>,
  ): AsyncGenerator<ExcludedPersonResponse, void> {
    return byPage(options, (of) => this.previewSsoEnforcement(of));
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
}
