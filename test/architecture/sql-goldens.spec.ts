import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as identity from '../../src/core/auth/identity.queries.js';
import * as marks from '../../src/core/marks/marks.queries.js';
import * as piiRules from '../../src/core/privacy/pii-rules.queries.js';
import * as metadata from '../../src/core/metadata/metadata.queries.js';
import * as tenantKeys from '../../src/core/privacy/tenant-keys.queries.js';
import * as tenantRoutes from '../../src/core/tenancy/tenant-routes.queries.js';
import * as visibility from '../../src/core/tenancy/project-visibility.queries.js';
import type { NamedQuery } from '../../src/core/kernel/named-query.js';
import * as deadLetters from '../../src/core/work/dead-letters.queries.js';
import * as work from '../../src/core/work/work.queries.js';
import { resolveDateRange } from '../../src/core/time/date-range.policy.js';
import * as billingConfiguration from '../../src/features/billing/configuration/billing-configuration.queries.js';
import * as billingInvoices from '../../src/features/billing/invoices/invoices.queries.js';
import * as billingMetering from '../../src/features/billing/metering/metering.queries.js';
import * as billingRecords from '../../src/features/billing/records/records.queries.js';
import * as billingSetup from '../../src/features/billing/setup/billing-setup.queries.js';
import * as createRequest from '../../src/features/caller-requests/create/create.queries.js';
import * as requestDetail from '../../src/features/caller-requests/detail/detail.queries.js';
import { listConditions } from '../../src/features/caller-requests/filter/list-conditions.policy.js';
import { listQuery } from '../../src/features/caller-requests/filter/listing.queries.js';
import { openCountQuery } from '../../src/features/caller-requests/open-count/open-count.queries.js';
import * as processing from '../../src/features/caller-requests/processing/processing.queries.js';
import * as requestPlace from '../../src/features/caller-requests/rules/callers-project.queries.js';
import * as transition from '../../src/features/caller-requests/transitions/transition.queries.js';
import * as callerCalls from '../../src/features/calls/caller-data/caller-calls.queries.js';
import * as erasure from '../../src/features/calls/caller-data/erasure.queries.js';
import * as singleErasure from '../../src/features/outbound-campaigns/erasure/single-erasure.queries.js';
import * as contactErasure from '../../src/features/outbound-campaigns/erasure/contact-erasure.queries.js';
import * as legalHolds from '../../src/features/calls/caller-data/legal-holds.queries.js';
import { callDetailQuery } from '../../src/features/calls/detail/detail.queries.js';
import { EXPORT_GOVERNANCE } from '../../src/features/calls/export/export-governance.queries.js';
import { V3_COLUMNS } from '../../src/features/calls/export/columns.policy.js';
import {
  countUpToQuery,
  decidingQuery,
  exportQuery,
} from '../../src/features/calls/export/export.queries.js';
import type { CallFilter } from '../../src/features/calls/filter/call-filter.js';
import * as capacityHistory from '../../src/features/capacity/history/history.queries.js';
import * as callLeases from '../../src/features/capacity/rules/call-leases.queries.js';
import * as clientLimit from '../../src/features/capacity/rules/client-limit.queries.js';
import * as capacityLimits from '../../src/features/capacity/limits/limits.queries.js';
import * as liveCalls from '../../src/features/capacity/live-calls/live-calls.queries.js';
import * as capacityOverview from '../../src/features/capacity/overview/overview.queries.js';
import * as capacitySamples from '../../src/features/capacity/samples/samples.queries.js';
import * as slots from '../../src/features/capacity/slots/slots.queries.js';
import { ERASED_AMONG, MARK_ERASED } from '../../src/features/calls/ingest/erased-callers.queries.js';
import * as ingest from '../../src/features/calls/ingest/ingest.queries.js';
import { callPreviewQuery } from '../../src/features/calls/inline-preview/inline-preview.queries.js';
import { SORT_KEYS } from '../../src/features/calls/list/list-order.policy.js';
import type { ListOrder } from '../../src/features/calls/list/list-order.policy.js';
import {
  callsAfterQuery,
  firstCallsQuery,
  pageOfCallsQuery,
} from '../../src/features/calls/list/list.queries.js';
import { OUTCOME_SUMS } from '../../src/features/calls/outcomes/outcomes.policy.js';
import {
  callerDaysQuery,
  callerMixQuery,
  recentCallsQuery,
} from '../../src/features/calls/privacy-aggregates/privacy-aggregates.queries.js';
import { providerPerformanceQuery } from '../../src/features/calls/provider-performance/provider-performance.queries.js';
import { AWAIT_INGEST } from '../../src/features/calls/rules/erasure-lock.queries.js';
import * as rollup from '../../src/features/calls/rollup/call-rollup.queries.js';
import {
  rawTotalsQuery,
  rolledTotalsQuery,
  wholeHoursQuery,
} from '../../src/features/calls/rollup/call-totals.queries.js';
import { CALL_BY_ID } from '../../src/features/calls/lookup/call-lookup.queries.js';
import { SENTIMENT_SUMS } from '../../src/features/calls/sentiment/sentiment.policy.js';
import { SUMMARY_SUMS } from '../../src/features/calls/summary/summary.policy.js';
import { TIMELINE_SUMS } from '../../src/features/calls/timeline/timeline.policy.js';
import * as callUsage from '../../src/features/calls/usage/call-usage.queries.js';
import { callTranscriptQuery } from '../../src/features/calls/transcripts/transcripts.queries.js';
import { DASHBOARD_METADATA } from '../../src/features/workspace/sections/dashboard-metadata/dashboard-metadata.queries.js';
import { SORT_KEYS as CAMPAIGN_SORT_KEYS } from '../../src/features/outbound-campaigns/campaigns/list-order.policy.js';
import { CAMPAIGN_STATEMENTS } from './golden-campaigns.js';
import { campaignsQuery } from '../../src/features/outbound-campaigns/campaigns/list.queries.js';
import * as publishedRuntimes from '../../src/features/workspace/runtime/published-runtimes.queries.js';
import {
  CONTACT_SORT_KEYS,
  contactFilter,
} from '../../src/features/outbound-campaigns/contacts/contact-filter.policy.js';
import { contactsQuery } from '../../src/features/outbound-campaigns/contacts/contacts.queries.js';
import { LINKED_CALLS } from '../../src/features/calls/linked-calls/linked-calls.queries.js';
import { suppressionsQuery } from '../../src/features/outbound-campaigns/suppressions/suppressions.queries.js';
import * as messageIngest from '../../src/features/messages/ingest/ingest.queries.js';
import * as messageUsage from '../../src/features/messages/usage/message-usage.queries.js';
import * as apiKeys from '../../src/features/partner/api-keys/api-keys.queries.js';
import * as bootstrap from '../../src/features/partner/bootstrap/bootstrap.queries.js';
import { PROJECT_SORT_KEYS } from '../../src/features/projects/directory/directory.policy.js';
import { PROJECT_DETAIL, projectsQuery } from '../../src/features/projects/directory/directory.queries.js';
import * as create from '../../src/features/projects/create/create.queries.js';
import * as legacy from '../../src/features/projects/legacy/legacy.queries.js';
import * as snapshot from '../../src/features/projects/snapshot/snapshot.queries.js';
import * as webhookQueue from '../../src/features/webhooks/contents/delivery-queue.queries.js';
import * as webhookIndex from '../../src/features/webhooks/contents/read-by-index.queries.js';
import * as webhookDelivery from '../../src/features/webhooks/delivery/delivery.queries.js';
import * as webhookDays from '../../src/features/webhooks/delivery/webhook-days.queries.js';
import * as deliveryById from '../../src/features/webhooks/contents/delivery-by-id.queries.js';
import { historyQuery } from '../../src/features/webhooks/history/history.queries.js';
import * as recovery from '../../src/features/webhooks/recovery/recovery.queries.js';
import * as webhookRelay from '../../src/features/webhooks/delivery/event-relay.queries.js';
import * as callEvents from '../../src/features/calls/events/call-events.queries.js';
import * as eventFacts from '../../src/features/calls/events/event-facts.queries.js';
import * as webhookEndpoints from '../../src/features/webhooks/endpoints/endpoints.queries.js';
import * as nextAttempts from '../../src/features/webhooks/endpoints/next-attempts.queries.js';
import * as configurations from '../../src/features/workspace/configuration/configurations.queries.js';
import * as runtime from '../../src/features/workspace/runtime/runtime.queries.js';

const range = resolveDateRange({ start: '2026-10-01', end: '2026-10-31' }, new Date('2026-11-01T00:00:00Z'));
const filterOf = (projects: CallFilter['projects'], solutionId: string | null = null): CallFilter => ({
  range,
  projects,
  solutionId,
  conditions: {},
});

const ONE_PROJECT = filterOf(['one']);
const FILTERS = [
  filterOf('all'),
  ONE_PROJECT,
  filterOf(['one', 'two']),
  filterOf([]),
  filterOf(['one'], 'solution'),
];
const START = range.from;
const CALL = { callId: 'call', projectId: 'one', startedAt: START };
const READ_ALL = { caller: true, spokenTranscript: true, redactedTranscript: true, summary: true };
const MATCHING = { keyId: 'key', lookback: START };
const EDGES = { firstDayEnd: START, lastDayStart: START, oldestDayEnd: START };
const POSITION = { asOf: 0, key: 'key', startedAt: START.toISOString(), callId: 'call' };

// The orders of one project, and of the other filters the default: the rest is put together of the same parts.
const LISTS: [CallFilter, ListOrder][] = [
  ...SORT_KEYS.map((key): [CallFilter, ListOrder] => [ONE_PROJECT, { key, direction: 'desc' }]),
  [ONE_PROJECT, { key: 'call_status', direction: 'asc' }],
  ...FILTERS.map((filter): [CallFilter, ListOrder] => [filter, { key: 'started_at_utc', direction: 'desc' }]),
];

// A project and a status have indexes of their own.
const REQUEST_FILTERS = [
  {},
  { project_id: 'one' },
  { status: 'ready' },
  { project_id: 'one', status: 'ready' },
] as const;

const NO_FILTER = contactFilter({}, START);
const PART = { limit: 50, offset: 0 };
const ANY_CAMPAIGN = { projects: null, status: null, callType: null, search: null };
const NAMED_CAMPAIGN = { projects: ['one'], status: 'running', callType: 'research', search: 'spring' };

const isQuery = (value: unknown): value is NamedQuery =>
  typeof value === 'object' && value !== null && 'name' in value && 'text' in value;

const QUERIES: NamedQuery[] = [
  ...FILTERS.flatMap((filter) => [
    ...[SUMMARY_SUMS, OUTCOME_SUMS, TIMELINE_SUMS, SENTIMENT_SUMS].map((set) =>
      rolledTotalsQuery({ filter, set, starts: [START] }, []),
    ),
    wholeHoursQuery({ filter, set: SUMMARY_SUMS, starts: [START] }),
    rawTotalsQuery({ filter, set: SUMMARY_SUMS, starts: [START] }),
    providerPerformanceQuery(filter, 100),
    recentCallsQuery(filter, 5),
    callerMixQuery(filter, MATCHING, EDGES),
    callerDaysQuery(filter, MATCHING, 'UTC', 100),
  ]),
  ...LISTS.flatMap(([filter, order]) => [
    firstCallsQuery(filter, order, 21),
    callsAfterQuery(filter, order, 21, POSITION),
    pageOfCallsQuery(filter, order, 21, 20),
  ]),
  countUpToQuery(ONE_PROJECT, 10_001),
  ...REQUEST_FILTERS.map((filter) => listQuery(listConditions(filter, START), null, 21)),
  openCountQuery(null, START),
  openCountQuery('one', START),
  exportQuery(ONE_PROJECT, {
    columns: ['call_started_at', 'caller', 'agent'],
    caller: 'masked',
    summary: 'none',
    transcript: 'none',
  }),
  // Copied, which has no name: this one is a second text of the same.
  {
    ...exportQuery(ONE_PROJECT, {
      columns: V3_COLUMNS,
      caller: 'number',
      summary: 'stored',
      transcript: 'governed',
    }),
    name: 'export_contents_project',
  },
  decidingQuery(ONE_PROJECT, { transcript: 'governed' }),
  ...[null, 'webhook'].map((webhookId) =>
    historyQuery({ status: null, eventType: null, webhookId, projectIds: null }, START, null, 51),
  ),
  EXPORT_GOVERNANCE,
  DASHBOARD_METADATA,
  CALL_BY_ID,
  callDetailQuery(CALL, READ_ALL),
  callPreviewQuery(CALL, READ_ALL),
  callTranscriptQuery(CALL, true),
  ...PROJECT_SORT_KEYS.map((key) => projectsQuery({ key, direction: 'desc' })),
  projectsQuery({ key: 'display_name', direction: 'asc' }),
  PROJECT_DETAIL,
  ...CAMPAIGN_SORT_KEYS.map((key) => campaignsQuery({ key, order: 'desc' }, ANY_CAMPAIGN, PART)),
  campaignsQuery({ key: 'name', order: 'asc' }, NAMED_CAMPAIGN, PART),
  ...CONTACT_SORT_KEYS.map((key) => contactsQuery('one', NO_FILTER, { key, direction: 'asc' }, PART, null)),
  contactsQuery('one', NO_FILTER, { key: 'created_at_utc', direction: 'desc' }, PART, null),
  LINKED_CALLS,
  suppressionsQuery({ projectId: null, projects: null, reason: null }, null, 51),
  ...[
    ...Object.values(identity),
    ...Object.values(metadata),
    ...Object.values(tenantKeys),
    ...Object.values(tenantRoutes),
    ...Object.values(visibility),
    ...Object.values(piiRules),
    ...Object.values(marks),
    ...Object.values(capacityHistory),
    ...Object.values(clientLimit),
    ...Object.values(capacityLimits),
    ...Object.values(capacityOverview),
    ...Object.values(callLeases),
    ...Object.values(liveCalls),
    ...Object.values(capacitySamples),
    ...Object.values(slots),
    ...Object.values(work),
    ...Object.values(deadLetters),
    ...Object.values(ingest),
    ...ingest.REMOVE_MOVED,
    ...Object.values(rollup),
    ...Object.values(apiKeys),
    ...Object.values(billingConfiguration),
    ...Object.values(billingInvoices),
    ...Object.values(billingMetering),
    ...Object.values(billingRecords),
    ...Object.values(callUsage),
    ...Object.values(messageIngest),
    ...Object.values(messageUsage),
    ...Object.values(billingSetup),
    ...Object.values(createRequest),
    ...CAMPAIGN_STATEMENTS,
    ...Object.values(requestDetail),
    ...Object.values(requestPlace),
    ...Object.values(transition),
    ...Object.values(publishedRuntimes),
    ...Object.values(processing),
    ...Object.values(callerCalls),
    ...Object.values(erasure),
    ...Object.values(legalHolds),
    ...Object.values(contactErasure),
    ...Object.values(singleErasure),
    AWAIT_INGEST,
    ERASED_AMONG,
    MARK_ERASED,
    ...Object.values(bootstrap),
    ...Object.values(create),
    ...Object.values(legacy),
    ...Object.values(snapshot),
    ...Object.values(configurations),
    ...Object.values(runtime),
    ...Object.values(webhookEndpoints),
    ...Object.values(nextAttempts),
    ...Object.values(webhookQueue),
    ...Object.values(webhookIndex),
    ...Object.values(webhookDelivery),
    ...Object.values(webhookDays),
    ...Object.values(webhookRelay),
    ...Object.values(deliveryById),
    ...Object.values(recovery),
    ...Object.values(callEvents),
    ...Object.values(eventFacts),
  ].filter(isQuery),
];

/** The statements that matter, in full, so that a change to one is read like code. */
describe('named SQL', () => {
  it.each([...new Map(QUERIES.map((query) => [query.name, query])).values()].map((q) => [q.name, q.text]))(
    '%s is as reviewed',
    async (name, text) => {
      await expect(`${text.trim()}\n`).toMatchFileSnapshot(`sql-goldens/${name}.sql`);
    },
  );

  it('is all that is written down', () => {
    const written = readdirSync(join(import.meta.dirname, 'sql-goldens')).sort();
    expect(written).toEqual([...new Set(QUERIES.map(({ name }) => `${name}.sql`))].sort());
  });

  it("names every statement in the tenant's own rows", () => {
    for (const { name, text } of QUERIES.filter((query) => query.text.includes('calls c'))) {
      expect(text, name).toMatch(/c\.client_id = \$1 AND c\.data_env = \$2/);
    }
  });

  it('never gives two texts one name', () => {
    const texts = new Map<string, Set<string>>();
    for (const { name, text } of QUERIES) texts.set(name, (texts.get(name) ?? new Set()).add(text));
    expect([...texts].filter(([, variants]) => variants.size > 1)).toEqual([]);
  });
});
