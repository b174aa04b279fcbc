import type { ListCallsData } from '../../api/generated';

type Query = NonNullable<ListCallsData['query']>;

/** Parameters of the list that the frame of the page and its table set. */
type Framed =
  | 'client_id'
  | 'project_id'
  | 'timezone'
  | 'start_date'
  | 'end_date'
  | 'sort_by'
  | 'sort_order'
  | 'page'
  | 'page_size'
  | 'cursor'
  | 'include_total';

/** Every other parameter of the list route: a new one needs a control here. */
export type Filter = Exclude<keyof Query, Framed>;

/** Names that the route knows, checked to be complete: a missing or unknown one is a type error. */
const every = <Value extends string>(values: Readonly<Record<Value, unknown>>): readonly Value[] =>
  Object.keys(values) as Value[];

/** Filters with a fixed set of values. */
export const CHOICES = {
  status: every<NonNullable<Query['status']>>({
    queued: true,
    ringing: true,
    in_progress: true,
    completed: true,
    missed: true,
    failed: true,
  }),
  primary_outcome: every<NonNullable<Query['primary_outcome']>>({
    resolved: true,
    transferred: true,
    follow_up_required: true,
    abandoned: true,
    caller_hangup: true,
    timeout: true,
    technical_failure: true,
    unclassified: true,
  }),
  sentiment: every<NonNullable<Query['sentiment']>>({
    positive: true,
    neutral: true,
    upset: true,
    unclassified: true,
  }),
  disconnection_reason: every<NonNullable<Query['disconnection_reason']>>({
    caller_hangup: true,
    agent_or_system_end: true,
    transferred: true,
    missed: true,
    failed: true,
    unknown: true,
  }),
  direction: every<NonNullable<Query['direction']>>({ inbound: true, outbound: true }),
  channel: every<NonNullable<Query['channel']>>({ phone: true, web: true, sip: true }),
  follow_up: every<NonNullable<Query['follow_up']>>({ open: true, done: true, not_done: true }),
} satisfies { [Name in Filter]?: readonly string[] };

/** The words for the values of each. */
export const WORDS = {
  status: 'status',
  primary_outcome: 'outcome',
  sentiment: 'sentiment',
  disconnection_reason: 'disconnection',
  direction: 'direction',
  channel: 'channel',
  follow_up: 'followUp',
} as const satisfies Readonly<Record<keyof typeof CHOICES, string>>;

export const TYPED = [
  'search',
  'caller',
  'agent',
  'provider_label',
  'solution_id',
  'campaign_id',
  'version',
  'follow_up_tag',
  'min_duration_seconds',
  'max_duration_seconds',
] as const satisfies readonly Filter[];

/** Keys of the words for them. */
export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  status: 'calls.status',
  primary_outcome: 'calls.outcome',
  sentiment: 'calls.sentiment',
  disconnection_reason: 'calls.disconnection',
  direction: 'calls.direction',
  channel: 'calls.channel',
  search: 'calls.search',
  caller: 'calls.callerNumber',
  agent: 'calls.agentName',
  provider_label: 'calls.providerLabel',
  solution_id: 'calls.solution',
  campaign_id: 'calls.campaign',
  version: 'calls.version',
  min_duration_seconds: 'calls.shortest',
  max_duration_seconds: 'calls.longest',
  human_escalation: 'calls.handoverReported',
  follow_up: 'followUp.title',
  follow_up_owner: 'followUp.owner',
  follow_up_tag: 'followUp.tag',
};

export const FILTERS = every(FILTER_LABELS);

export type Search = Readonly<Record<string, string | undefined>>;

/** The value with this text in an address; undefined if it is not offered. */
const choiceOf = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined => values.find((value) => value === text);

const numberOf = (text: string | undefined): number | undefined => {
  const value = text === undefined ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};

/** Converts the filters of an address to parameters of the list route. */
export const filterQuery = (search: Search): { [Name in Filter]: Query[Name] } => ({
  status: choiceOf(CHOICES.status, search['status']),
  primary_outcome: choiceOf(CHOICES.primary_outcome, search['primary_outcome']),
  sentiment: choiceOf(CHOICES.sentiment, search['sentiment']),
  disconnection_reason: choiceOf(CHOICES.disconnection_reason, search['disconnection_reason']),
  direction: choiceOf(CHOICES.direction, search['direction']),
  channel: choiceOf(CHOICES.channel, search['channel']),
  search: search['search'],
  caller: search['caller'],
  agent: search['agent'],
  provider_label: search['provider_label'],
  solution_id: search['solution_id'],
  campaign_id: search['campaign_id'],
  version: search['version'],
  min_duration_seconds: numberOf(search['min_duration_seconds']),
  max_duration_seconds: numberOf(search['max_duration_seconds']),
  human_escalation:
    search['human_escalation'] === undefined ? undefined : search['human_escalation'] === 'true',
  follow_up: choiceOf(CHOICES.follow_up, search['follow_up']),
  follow_up_owner: search['follow_up_owner'],
  follow_up_tag: search['follow_up_tag'],
});

const SORTS = every<NonNullable<Query['sort_by']>>({
  started_at_utc: true,
  duration_seconds: true,
  call_status: true,
  primary_outcome: true,
});

/** The order in an address; by default newest first. */
export const sortOf = (search: Search): { by: (typeof SORTS)[number]; order: 'asc' | 'desc' } => ({
  by: choiceOf(SORTS, search['sort_by']) ?? 'started_at_utc',
  order: search['sort_order'] === 'asc' ? 'asc' : 'desc',
});

/** How many of these filters an address sets. */
export const filterCount = (search: Search, filters: readonly Filter[] = FILTERS): number =>
  filters.filter((name) => search[name] !== undefined).length;

export const isNumberFilter = (name: Filter): boolean => name.endsWith('_seconds');

export const isChoice = (name: Filter): name is keyof typeof CHOICES => Object.hasOwn(CHOICES, name);
