import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diff } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { NamedQuery } from '../../src/core/database/unit-of-work/named-query.js';
import { resolveDateRange } from '../../src/core/time/date-range.policy.js';
import { listConditions } from '../../src/features/caller-requests/filter/list-conditions.policy.js';
import { listQuery } from '../../src/features/caller-requests/filter/listing.queries.js';
import { openCountQuery } from '../../src/features/caller-requests/open-count/open-count.queries.js';
import { callDetailQuery } from '../../src/features/calls/detail/detail.queries.js';
import { V3_COLUMNS } from '../../src/features/calls/export/columns.policy.js';
import {
  countUpToQuery,
  transcriptChecksQuery,
  exportQuery,
} from '../../src/features/calls/export/export.queries.js';
import type { CallFilter } from '../../src/features/calls/filter/call-filter.js';
import { callPreviewQuery } from '../../src/features/calls/inline-preview/inline-preview.queries.js';
import { SORT_KEYS } from '../../src/features/calls/list/list-order.policy.js';
import type { ListOrder } from '../../src/features/calls/list/list-order.policy.js';
import {
  callsAfterQuery,
  firstCallsQuery,
  pageOfCallsQuery,
} from '../../src/features/calls/list/list.queries.js';
import { OUTCOME_MEASURES } from '../../src/features/calls/analytics/outcomes.policy.js';
import {
  callerDaysQuery,
  callerMixQuery,
  recentCallsQuery,
} from '../../src/features/calls/privacy-aggregates/privacy-aggregates.queries.js';
import { providerPerformanceQuery } from '../../src/features/calls/analytics/providers/provider-performance.queries.js';
import {
  rawTotalsQuery,
  rolledTotalsQuery,
  wholeHoursQuery,
} from '../../src/features/calls/rollup/call-totals.queries.js';
import { SENTIMENT_MEASURES } from '../../src/features/calls/analytics/sentiment.policy.js';
import { SUMMARY_MEASURES } from '../../src/features/calls/analytics/summary.policy.js';
import { TIMELINE_MEASURES } from '../../src/features/calls/analytics/timeline.policy.js';
import { callTranscriptQuery } from '../../src/features/calls/transcripts/transcripts.queries.js';
import { SORT_KEYS as CAMPAIGN_SORT_KEYS } from '../../src/features/campaigns/definition/list-order.policy.js';
import { campaignsQuery } from '../../src/features/campaigns/definition/list.queries.js';
import {
  CONTACT_SORT_KEYS,
  contactFilter,
} from '../../src/features/campaigns/contacts/contact-filter.policy.js';
import { contactsQuery } from '../../src/features/campaigns/contacts/contacts.queries.js';
import { suppressionsQuery } from '../../src/features/campaigns/suppressions/suppressions.queries.js';
import { PROJECT_SORT_KEYS } from '../../src/features/projects/directory/directory.policy.js';
import { projectsQuery } from '../../src/features/projects/directory/directory.queries.js';
import { historyQuery } from '../../src/features/webhooks/history/history.queries.js';

const range = resolveDateRange({ start: '2026-10-01', end: '2026-10-31' }, new Date('2026-11-01T00:00:00Z'));
const filterOf = (projects: CallFilter['projects'], solutionId: string | null = null): CallFilter => ({
  range,
  projects,
  solutionId,
  version: null,
  conditions: {},
});

const ONE_PROJECT = filterOf(['one']);
const FILTERS = [
  ONE_PROJECT,
  filterOf('all'),
  filterOf(['one', 'two']),
  filterOf([]),
  filterOf(['one'], 'solution'),
];
const START = range.from;
const CALL = { callId: 'call', projectId: 'one', startedAt: START };
const READ_ALL = { caller: true, spokenTranscript: true, redactedTranscript: true, summary: true };
const MATCHING = { keyId: 'key', lookback: START };
const EDGES = { firstDayEnd: START, lastDayStart: START, lastDayEnd: START, oldestDayEnd: START };
const POSITION = { asOf: 0, key: 'key', startedAt: START.toISOString(), callId: 'call' };

const NEWEST: ListOrder = { key: 'started_at_utc', direction: 'desc' };

// The sort orders of one project, and the defaults of the other filters: all others are composed of
// the same parts.
const LISTS: [CallFilter, ListOrder][] = [
  ...FILTERS.map((filter): [CallFilter, ListOrder] => [filter, NEWEST]),
  ...SORT_KEYS.map((key): [CallFilter, ListOrder] => [ONE_PROJECT, { key, direction: 'desc' }]),
  [ONE_PROJECT, { key: 'call_status', direction: 'asc' }],
];

// A project and a status each have their own indexes.
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

/**
 * Statements that code puts together for a filter or an order: the first of a family, and what differs
 * from it. The totals of a summary hold the parts of all other totals.
 */
const FAMILIES: readonly NamedQuery[][] = [
  FILTERS.map((filter) => rolledTotalsQuery({ filter, set: SUMMARY_MEASURES, starts: [START] }, [])),
  [SUMMARY_MEASURES, OUTCOME_MEASURES, TIMELINE_MEASURES, SENTIMENT_MEASURES].map((set) =>
    rawTotalsQuery({ filter: ONE_PROJECT, set, starts: [START] }),
  ),
  [[START], [START, range.to]].map((starts) =>
    wholeHoursQuery({ filter: ONE_PROJECT, set: SUMMARY_MEASURES, starts }),
  ),
  FILTERS.map((filter) => callerMixQuery(filter, MATCHING, EDGES)),
  LISTS.map(([filter, order]) => callsAfterQuery(filter, order, 21, POSITION)),
  REQUEST_FILTERS.map((filter) => listQuery(listConditions(filter, START), null, 21)),
  [null, 'one'].map((project) => openCountQuery(project, START)),
  [null, 'webhook'].map((webhookId) =>
    historyQuery({ status: null, eventType: null, webhookId, projectIds: null }, START, null, 51),
  ),
  [
    ...PROJECT_SORT_KEYS.map((key) => projectsQuery({ key, direction: 'desc' })),
    projectsQuery({ key: 'display_name', direction: 'asc' }),
  ],
  [
    ...CAMPAIGN_SORT_KEYS.map((key) => campaignsQuery({ key, order: 'desc' }, ANY_CAMPAIGN, PART)),
    campaignsQuery({ key: 'name', order: 'asc' }, NAMED_CAMPAIGN, PART),
  ],
  [
    ...CONTACT_SORT_KEYS.map((key) => contactsQuery('one', NO_FILTER, { key, direction: 'asc' }, PART, null)),
    contactsQuery('one', NO_FILTER, { key: 'created_at_utc', direction: 'desc' }, PART, null),
  ],
];

const BUILT: readonly NamedQuery[] = [
  providerPerformanceQuery(ONE_PROJECT, 100),
  recentCallsQuery(ONE_PROJECT, 5),
  callerDaysQuery(ONE_PROJECT, MATCHING, [START], 100),
  firstCallsQuery(ONE_PROJECT, NEWEST, 21),
  // Planned for its values, so the statement has no name.
  { ...pageOfCallsQuery(ONE_PROJECT, NEWEST, 21, 20), name: 'list_started_at_utc_desc_page_project' },
  countUpToQuery(ONE_PROJECT, 10_001),
  exportQuery(ONE_PROJECT, {
    columns: ['call_started_at', 'caller', 'agent'],
    caller: 'masked',
    summary: 'none',
    transcript: 'none',
  }),
  // The statement for COPY, which has no name: the same text a second time.
  {
    ...exportQuery(ONE_PROJECT, {
      columns: V3_COLUMNS,
      caller: 'number',
      summary: 'stored',
      transcript: 'governed',
    }),
    name: 'export_contents_project',
  },
  transcriptChecksQuery(ONE_PROJECT, { transcript: 'governed' }),
  callDetailQuery(CALL, READ_ALL),
  callPreviewQuery(CALL, READ_ALL),
  callTranscriptQuery(CALL, true),
  suppressionsQuery({ projectId: null, projects: null, reason: null }, null, 51),
];

const isQuery = (value: unknown): value is NamedQuery =>
  typeof value === 'object' && value !== null && 'name' in value && 'text' in value;

const FILES = globSync(join(import.meta.dirname, '../../src/**/*.queries.ts'));
const MODULES = await Promise.all(
  FILES.map((file) => import(file) as Promise<Readonly<Record<string, unknown>>>),
);
const CONSTANT = MODULES.flatMap((module) => Object.values(module).flat()).filter(isQuery);

/** Composed of the same parts as a family of statements, each under its own name. */
const ALIKE = [
  ...[OUTCOME_MEASURES, TIMELINE_MEASURES, SENTIMENT_MEASURES].flatMap((set) =>
    FILTERS.map((filter) => rolledTotalsQuery({ filter, set, starts: [START] }, [])),
  ),
  ...FILTERS.flatMap((filter) => [
    rawTotalsQuery({ filter, set: SUMMARY_MEASURES, starts: [START] }),
    ...[[START], [START, range.to]].map((starts) =>
      wholeHoursQuery({ filter, set: SUMMARY_MEASURES, starts }),
    ),
    providerPerformanceQuery(filter, 100),
    recentCallsQuery(filter, 5),
    callerDaysQuery(filter, MATCHING, [START], 100),
  ]),
  ...LISTS.map(([filter, order]) => firstCallsQuery(filter, order, 21)),
];

const QUERIES = [...FAMILIES.flat(), ...ALIKE, ...BUILT, ...CONSTANT];

/** Whether the statement locks or writes rows: the order then depends only on its text. */
const locks = ({ text }: NamedQuery): boolean =>
  /FOR (?:NO KEY )?(?:UPDATE|SHARE|KEY)|advisory|ON CONFLICT/.test(text);

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const SOURCES = FILES.map((file) => inOneLine(readFileSync(file, 'utf8'))).join('\n');
/** Whether the source shows the complete statement; then changes are reviewed there. */
const isWritten = ({ text }: NamedQuery): boolean => SOURCES.includes(inOneLine(text));

const differenceFrom = (first: NamedQuery, { name, text }: NamedQuery): string =>
  [`-- ${name}`]
    .concat(
      diff(first.text.trim().split('\n'), text.trim().split('\n'))
        .filter(([sign]) => sign !== 0)
        .map(([sign, line]) => `${sign === 1 ? '-' : '+'} ${line.trim()}`),
    )
    .join('\n');

/** The file that records a statement or a family of statements, and its content. */
const GOLDENS = new Map([
  ...[...BUILT, ...CONSTANT.filter(locks)]
    .filter((query) => !isWritten(query))
    .map(({ name, text }): [string, string] => [`${name}.sql`, text.trim()]),
  ...FAMILIES.map(([first, ...others]): [string, string] => [
    `${first!.name}.sql`,
    [
      first!.text.trim(),
      ...others.filter(({ name }) => name !== first!.name).map((query) => differenceFrom(first!, query)),
    ].join('\n\n'),
  ]),
]);

/**
 * The statements that code puts together, and those that lock rows, in full, so that a change to a part
 * is read like code. A statement that only reads is tried by its routes, and its plan by the tests of
 * plans.
 */
describe('named SQL', () => {
  it.each([...GOLDENS])('%s is as reviewed', async (file, text) => {
    await expect(`${text}\n`).toMatchFileSnapshot(`sql-goldens/${file}`);
  });

  it('is all that is written down', () => {
    const written = readdirSync(join(import.meta.dirname, 'sql-goldens')).sort();
    expect(written).toEqual([...GOLDENS.keys()].sort());
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
