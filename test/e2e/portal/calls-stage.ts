import { expect } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { PortalPages } from '../../support/portal-pages.js';
import { chance, randomCalls } from '../../support/random-calls.js';
import { SeededRandom } from '../../support/seeded-random.js';

/** The days of the random calls, in October 2026. */
const DAYS = 20;
export const day = (n: number): string => `2026-10-${String(n).padStart(2, '0')}`;

/** A call with an unhappy caller. */
export const STORY = {
  started_at_utc: '2026-10-25T01:00:00.000Z',
  answered_at_utc: '2026-10-25T01:00:04.000Z',
  ended_at_utc: '2026-10-25T01:02:00.000Z',
  sentiment: 'negative',
  caller_number: '+61491570006',
  caller_name: 'Robin Example',
  summary: 'Robin Example waited twice for a call back.',
  transcript: [
    { role: 'agent', text: 'How can I help you?', offset_ms: 0 },
    { role: 'caller', text: 'I am Robin Example, and nobody called me back.', offset_ms: 2400 },
  ],
  redacted_transcript: {
    status: 'verified',
    lines: [{ role: 'caller', text: 'I am [name], and nobody called me back.', offset_ms: 2400 }],
  },
  transfer: {
    attempts: [
      { kind: 'transfer', target_name: 'Front desk', outcome: 'failed', at_utc: '2026-10-25T01:01:00.000Z' },
    ],
  },
  consent: { status: 'obtained', method: 'express', obtained_at_utc: '2026-10-25T01:00:10.000Z' },
};

export interface CallsStage {
  readonly projects: readonly string[];
  /** The call_id of the story. */
  readonly story: string;
}

/** Random calls in two projects, and the story with full, partial and no content. */
export async function stageCalls({ world, tenant, url }: PortalPages, seed: number): Promise<CallsStage> {
  const projects = [await world.aProject(tenant), await world.aProject(tenant)];
  const random = randomCalls(600, chance(seed), {
    projectIds: projects,
    from: `${day(1)}T00:00:00Z`,
    to: `${day(DAYS + 1)}T00:00:00Z`,
  });
  const labels = ['realtime-a', 'realtime-b', undefined];
  const calls = random.map((call, n) => ({
    ...call,
    provider_label: labels[n % labels.length],
    agent_name: n % 4 === 0 ? 'Ava' : 'Finn',
  }));
  const story = aCall(projects[0]!, STORY);
  const redacted = (status: string) => ({ ...STORY.redacted_transcript, status });
  const stories = [
    story,
    aCall(projects[0]!, { ...STORY, redacted_transcript: redacted('pending'), call_id: 'story-pending' }),
    aCall(projects[0]!, { ...STORY, redacted_transcript: redacted('failed'), call_id: 'story-failed' }),
    aCall(projects[0]!, {
      ...STORY,
      transcript: undefined,
      redacted_transcript: undefined,
      direction: 'outbound',
      call_id: 'story-outbound',
    }),
  ];
  const body = [...calls, ...stories];
  const answer = await fetch(`${url}/internal/v1/calls`, {
    method: 'POST',
    headers: { 'X-API-Key': await world.aKey(tenant, 'runtime-ingest'), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ accepted: body.length, errors: [] });
  await world.permitPii(tenant, 'client_admin', 'raw_caller', 'summary', 'transcript');
  await world.compliance(tenant, projects[0]!, 'confirmed');
  await world.governance(tenant, { transcriptRetentionDays: 36_500 });
  return { projects, story: story['call_id'] as string };
}

interface RandomView {
  /** The filter in the address of a page. */
  readonly address: Readonly<Record<string, unknown>>;
  /** The same filter for a route. */
  readonly query: Readonly<Record<string, unknown>> & { readonly project_id: string | undefined };
}

/** Random ranges, zones and projects. */
export function aView(random: SeededRandom, projects: readonly string[]): RandomView {
  const from = 1 + random.below(DAYS);
  const to = from + random.below(DAYS - from + 1);
  const zone = random.of(['UTC', 'Australia/Sydney', 'America/New_York', 'Asia/Kathmandu']);
  const project_id = random.once(2) ? random.of(projects) : undefined;
  return {
    address: { range: `${day(from)}..${day(to)}`, zone, project_id },
    query: { start_date: day(from), end_date: day(to), timezone: zone, project_id },
  };
}

/** Random filters of the list, in a random order. */
export function aFilter(random: SeededRandom): Record<string, unknown> {
  const maybe = <Value>(values: readonly Value[]): Value | undefined =>
    random.once(4) ? random.of(values) : undefined;
  return {
    status: maybe(['completed', 'missed', 'failed', 'queued']),
    primary_outcome: maybe(['resolved', 'transferred', 'unclassified', 'abandoned']),
    sentiment: maybe(['positive', 'neutral', 'upset', 'unclassified']),
    direction: maybe(['inbound', 'outbound']),
    channel: maybe(['phone', 'web']),
    agent: maybe(['Ava', 'Finn']),
    caller: maybe(['+61491570006', '+61 *** *** 006']),
    solution_id: maybe(['solution-1', 'solution-2']),
    campaign_id: random.once(12) ? 'none' : undefined,
    min_duration_seconds: maybe([30, 200]),
    max_duration_seconds: maybe([300, 800]),
    human_escalation: maybe([true, false]),
    search: maybe(['call-1', 'story']),
    sort_by: maybe(['duration_seconds', 'call_status', 'primary_outcome']),
    sort_order: maybe(['asc']),
  };
}

/** The parameters of an address; undefined ones are omitted. */
export const parametersOf = (values: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
