import {
  categoryOf,
  disconnectionOf,
  outcomeOf,
  select,
  sentimentOf,
  startOf,
} from './independent-analytics.js';
import type { Selection } from './independent-analytics.js';
import { chance, randomCalls } from './random-calls.js';
import type { TestTenant, World } from './builders.js';
import type { PostedCall } from './random-calls.js';

/**
 * The call list, implemented directly from posted records and independently of the application's
 * own rules.
 */

export interface ListFilter {
  readonly status?: string;
  readonly primary_outcome?: string;
  readonly sentiment?: string;
  readonly disconnection_reason?: string;
  readonly direction?: string;
  readonly channel?: string;
  readonly agent?: string;
  readonly caller?: string;
  readonly provider_label?: string;
  readonly campaign_id?: string;
  readonly min_duration_seconds?: number;
  readonly max_duration_seconds?: number;
  readonly version?: string;
  readonly human_escalation?: boolean;
  readonly search?: string;
  readonly follow_up?: string;
}

export interface ListOrder {
  readonly sort_by?: string;
  readonly sort_order?: string;
}

/** The mask of a posted number; all of them are Australian. */
function maskOf(call: PostedCall): string | null {
  const number = call['caller_number'] as string | null | undefined;
  return number ? `+61 *** *** ${number.slice(-3)}` : null;
}

const wireSentiment = (call: PostedCall): string =>
  sentimentOf(call) === 'negative' ? 'upset' : sentimentOf(call);

const duration = (call: PostedCall): number | null => (call['duration_seconds'] as number | null) ?? null;

/** When each version of a project was published, from the first one on. */
const PUBLISHED = ['2026-09-29T00:00:00Z', '2026-10-05T12:30:00Z', '2026-10-12T00:00:00Z'].map((it) =>
  Date.parse(it),
);

/** Publishes a project's versions directly in the database. */
export async function publishVersions(world: World, tenant: TestTenant, projectId: string): Promise<void> {
  for (const [place, at] of PUBLISHED.entries())
    await world.sql(
      `INSERT INTO project_versions (client_id, data_env, project_id, version_number, sections, content_hash, source,
              published_at, published_by)
       VALUES ($1, $2, $3, $4, '{}', repeat('0', 64), 'publish', $5, 'test')`,
      [tenant.clientId, tenant.dataEnv, projectId, place + 1, new Date(at)],
    );
}

/** The version of a call in such a project: the reported one, unless it was published later. */
function servedVersion(call: PostedCall): number | null {
  const reported = call['version_number'] as number | undefined;
  const start = startOf(call);
  if (reported !== undefined && (PUBLISHED[reported - 1] ?? Infinity) <= start + 60_000) return reported;
  return PUBLISHED.findLastIndex((it) => it <= start) + 1 || null;
}

const TESTS: {
  readonly [F in keyof ListFilter]-?: (call: PostedCall, wanted: NonNullable<ListFilter[F]>) => boolean;
} = {
  status: (call, wanted) => call['call_status'] === wanted,
  primary_outcome: (call, wanted) => outcomeOf(call) === wanted,
  sentiment: (call, wanted) => wireSentiment(call) === wanted,
  disconnection_reason: (call, wanted) => disconnectionOf(call) === wanted,
  direction: (call, wanted) => call['direction'] === wanted,
  channel: (call, wanted) => call['channel'] === wanted,
  agent: (call, wanted) => call['agent_name'] === wanted,
  caller: (call, wanted) =>
    maskOf(call) === wanted || (wanted.length === 3 && maskOf(call)?.slice(-3) === wanted),
  provider_label: (call, wanted) => call['provider_label'] === wanted,
  campaign_id: (call, wanted) => call['campaign_id'] === wanted,
  min_duration_seconds: (call, wanted) => (duration(call) ?? -1) >= wanted,
  max_duration_seconds: (call, wanted) => (duration(call) ?? Infinity) <= wanted,
  human_escalation: (call, wanted) => (call['human_escalation'] === true) === wanted,
  version: (call, wanted) => String(servedVersion(call) ?? 'none') === wanted,
  // Tests that save follow-ups add their states.
  follow_up: (call, wanted) =>
    wanted === 'not_done' ? call['follow_up'] !== 'done' : call['follow_up'] === wanted,
  search: (call, wanted) => (call['call_id'] as string).startsWith(wanted),
};

const KEYS: Readonly<Record<string, (call: PostedCall) => string | number>> = {
  started_at_utc: startOf,
  duration_seconds: (call) => duration(call) ?? -1,
  call_status: (call) => call['call_status'] as string,
  primary_outcome: outcomeOf,
};

/** The posted calls of a list, in order. */
export function listed(
  all: readonly PostedCall[],
  selection: Selection,
  filter: ListFilter = {},
  order: ListOrder = {},
): PostedCall[] {
  const passes = (call: PostedCall): boolean =>
    Object.entries(filter).every(([name, wanted]) =>
      (TESTS[name as keyof ListFilter] as (it: PostedCall, value: unknown) => boolean)(call, wanted),
    );
  const key = KEYS[order.sort_by ?? 'started_at_utc']!;
  const partsOf = (call: PostedCall) => [key(call), startOf(call), call['call_id'] as string] as const;
  const sign = order.sort_order === 'asc' ? 1 : -1;
  return select(all, selection)
    .filter(passes)
    .sort((a, b) => sign * compare(partsOf(a), partsOf(b)));
}

type Parts = readonly (string | number)[];

/** Compares part by part; texts by code units, because call_ids are ASCII. */
function compare(a: Parts, b: Parts): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0) return 0;
  return a[at]! < b[at]! ? -1 : 1;
}

export const idsOf = (calls: readonly PostedCall[]): unknown[] => calls.map((call) => call['call_id']);

/** The expected row. */
export function expectedRow(call: PostedCall, projectName: string | null, detailAvailable: boolean): object {
  const transfer = call['transfer'] as
    { last_outcome?: string; attempts?: { outcome: string }[] } | undefined;
  const seconds = duration(call);
  return {
    call_id: call['call_id'],
    project_id: call['project_id'],
    project_name: projectName,
    campaign_id: call['campaign_id'] ?? null,
    contact_id: call['contact_id'] ?? null,
    direction: call['direction'],
    channel: call['channel'],
    call_status: call['call_status'],
    status_detail: call['status_detail'] ?? null,
    started_at_utc: call['started_at_utc'],
    ended_at_utc: call['ended_at_utc'] ?? null,
    duration_seconds: seconds === null ? null : Math.round(seconds),
    caller_display: maskOf(call),
    agent_name: call['agent_name'] ?? null,
    // Their projects have no versions.
    version_number: null,
    version_source: null,
    primary_outcome: categoryOf(outcomeOf(call)),
    disconnection_reason: disconnectionOf(call),
    sentiment: wireSentiment(call),
    human_escalation: call['human_escalation'] === true,
    transfer_outcome: transfer?.last_outcome ?? transfer?.attempts?.at(-1)?.outcome ?? null,
    cost_usd: call['cost_usd'] ?? null,
    cost_local: call['cost_local'] ?? null,
    currency: call['currency'] ?? null,
    transcript_available: call['transcript'] !== undefined || call['redacted_transcript'] !== undefined,
    recording_available: call['recording_available'] === true,
    detail_available: detailAvailable,
  };
}

const AGENTS = ['Ava', 'ava', 'Zoë', 'Ava ', null, undefined];
const PROVIDERS = ['primary', 'Primary', ' ', null, undefined];
const REPORTED = [undefined, 1, undefined, 2, 3, 99, undefined];
const CAMPAIGNS = ['recall', 'recall-2', null, undefined];
// Capitals, marks and digits, whose dictionary order differs from their byte order.
const ID_BEGINNINGS = ['room-', 'Room-', 'room_', 'room:', 'Z.', 'a', '0'];

/**
 * Random calls with every value that a list can sort and filter by: half of them share their start
 * with others, many their duration, and some have none. The span begins at midnight in UTC.
 */
export function listableCalls(
  count: number,
  seed: number,
  options: { readonly projectIds: readonly string[]; readonly from: string; readonly to: string },
): PostedCall[] {
  const random = chance(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  return randomCalls(count, random, { ...options, callers: 60 }).map((call, index) => {
    const started = random() < 0.5 ? startOf(call) : Math.floor(startOf(call) / 86_400_000) * 86_400_000;
    return {
      ...call,
      call_id: `${pick(ID_BEGINNINGS)}${seed}-${index}`,
      started_at_utc: new Date(started).toISOString(),
      ended_at_utc: random() < 0.5 ? new Date(started + 90_000).toISOString() : undefined,
      duration_seconds: pick([0, 0.4, 60, 60.5, 142, call['duration_seconds'], null, undefined]),
      channel: pick(['phone', 'web', 'sip']),
      agent_name: pick(AGENTS),
      campaign_id: pick(CAMPAIGNS),
      // By position, so that the other values of a seed do not change.
      provider_label: PROVIDERS[index % PROVIDERS.length],
      version_number: REPORTED[index % REPORTED.length],
      contact_id: pick(['contact-1', undefined]),
      status_detail: pick(['busy', 'no_answer', undefined]),
      transcript: pick([[{ role: 'agent', text: 'Hello', offset_ms: 0 }], undefined]),
      recording_available: pick([true, false, undefined]),
    };
  });
}
