import { liveRecordOf, recordOf } from '../../tools/demo/calls/call-generator.ts';
import type { DemoCallRecord } from '../../tools/demo/calls/call-generator.ts';
import { PROJECT_PROFILES } from '../../tools/demo/project-profiles.ts';
import type { ProjectProfile } from '../../tools/demo/project-profiles.ts';
import { Random } from '../../tools/demo/random.ts';
import { COMPARED_PROJECT, withVersion } from './version-history.ts';

// The calls of the large store: the demo's calls, by the hundred thousand. Each depends only on its
// position in the history, so that any batch can be created again.

/**
 * Increased whenever the calls come out differently, so that a store of old ones is not mistaken
 * for the current one.
 */
export const HISTORY_VERSION = 2;
const HISTORY_DAYS = 90;
/** The longest batch that the route accepts. */
export const BATCH = 1000;

interface CallProject {
  readonly projectId: string;
  readonly share: number;
  readonly isRoundTheClock: boolean;
  readonly profile: ProjectProfile;
}

/** Share of calls without a recognisable caller, as in the caller mix of a real client. */
const WITHHELD = 0.2;
/** In addition to the thousands of callers outside the pool. */
const REGULAR_CALLERS = 4000;

function project(projectId: string, share: number, like: string, isRoundTheClock = false): CallProject {
  const profile = PROJECT_PROFILES.get(like);
  if (!profile) throw new Error(`The demo has no project ${like}.`);
  const pool = { ...profile.pool, size: REGULAR_CALLERS, strangers: true };
  return { projectId, share, isRoundTheClock, profile: { ...profile, withheld: WITHHELD, pool } };
}

/** The project of average size, which rows about one project measure. */
export const AVERAGE_PROJECT = 'bench-calls-average';
/** It has 60,000 calls in 30 days if there are 2,000,000 in all. */
export const CALLER_MIX_PROJECT = 'bench-calls-caller-mix';
export const SMALLEST_PROJECT = 'bench-calls-smallest';

export const CALL_PROJECTS: readonly CallProject[] = [
  project(COMPARED_PROJECT, 24, 'acme-dental-front-desk-k3vq72'),
  project('bench-calls-second', 18, 'wattle-energy-outage-hotline-z4re5m', true),
  project(AVERAGE_PROJECT, 12.5, 'bluegum-vets-clinic-line-h4pz6c'),
  project('bench-calls-fourth', 12.5, 'banksia-legal-client-intake-d5tf2w'),
  project('bench-calls-outbound', 10, 'bluegum-vets-vaccination-reminders-r2ye5s'),
  project(CALLER_MIX_PROJECT, 9, 'kingfisher-travel-bookings-q6cs4h'),
  project('bench-calls-seventh', 8, 'coastline-plumbing-emergency-dispatch-b7jm3g', true),
  project(SMALLEST_PROJECT, 6, 'wattle-energy-billing-enquiries-c7hn2b'),
];

/** Weights of the 24 local hours: a desk, and a line that is always open. */
const DESK = [1, 0.5, 0.5, 0.5, 1, 3, 8, 26, 58, 89, 100, 84, 52, 58, 84, 95, 74, 42, 21, 13, 8, 5, 3, 2];
const ROUND_THE_CLOCK = DESK.map((weight) => 25 + weight / 2);
/** Sunday first. */
const WEEKDAYS = [0.15, 1.14, 1.06, 1, 0.97, 0.9, 0.3];
const EAST_OF_UTC_HOURS = 10;
const HOUR_MS = 3_600_000;

/**
 * A stretch of calls that fills the whole of the history; a later one lies between the calls of the
 * ones before.
 */
export interface HistoryPart {
  readonly name: string;
  readonly calls: number;
  /** The end of the history in milliseconds, on a full hour. */
  readonly untilMs: number;
}

/**
 * The hours of a history with the number of calls before each, to find the hour of a call by its
 * position.
 */
interface Calendar {
  readonly startMs: number;
  /** Cumulative weights up to the end of each hour. */
  readonly upTo: readonly number[];
}

/** The share of a week's calls in each hour of the week. */
function weekOf(hours: readonly number[], weekdays: readonly number[]): number[] {
  const week = weekdays.flatMap((day) => hours.map((hour) => day * hour));
  const whole = week.reduce((sum, weight) => sum + weight, 0);
  return week.map((weight) => weight / whole);
}

const DESK_WEEK = weekOf(DESK, WEEKDAYS);
const ROUND_THE_CLOCK_WEEK = weekOf(
  ROUND_THE_CLOCK,
  WEEKDAYS.map(() => 1),
);

const weightOf = ({ share, isRoundTheClock }: CallProject, hourMs: number): number => {
  const local = new Date(hourMs + EAST_OF_UTC_HOURS * HOUR_MS);
  const hour = local.getUTCDay() * 24 + local.getUTCHours();
  return share * ((isRoundTheClock ? ROUND_THE_CLOCK_WEEK : DESK_WEEK)[hour] ?? 0);
};

export const historyStart = (untilMs: number): number => untilMs - HISTORY_DAYS * 24 * HOUR_MS;

const calendars = new Map<number, Calendar>();

function calendarOf({ untilMs }: HistoryPart): Calendar {
  const known = calendars.get(untilMs);
  if (known) return known;
  const startMs = historyStart(untilMs);
  const upTo: number[] = [];
  let sum = 0;
  for (let hour = startMs; hour < untilMs; hour += HOUR_MS) {
    for (const it of CALL_PROJECTS) sum += weightOf(it, hour);
    upTo.push(sum);
  }
  const calendar = { startMs, upTo };
  calendars.set(untilMs, calendar);
  return calendar;
}

/** The calls of one batch of a part, ordered by start; the last batch may be shorter. */
export function historyBatch(part: HistoryPart, batch: number): DemoCallRecord[] {
  const first = batch * BATCH;
  const size = Math.min(BATCH, part.calls - first);
  return Array.from({ length: size }, (_, index) => callAt(part, first + index));
}

function callAt(part: HistoryPart, index: number): DemoCallRecord {
  const { startMs, upTo } = calendarOf(part);
  const random = new Random(`${part.name}/${index}`);
  const place = ((index + random.next()) / part.calls) * (upTo.at(-1) ?? 0);
  const hour = firstAbove(upTo, place);
  const [before, after] = [upTo[hour - 1] ?? 0, upTo[hour] ?? place];
  const hourMs = startMs + hour * HOUR_MS;
  const startedAt = Math.floor(hourMs + ((place - before) / (after - before)) * HOUR_MS);
  const { projectId, profile } = random.weighted(
    CALL_PROJECTS.map((it) => [it, weightOf(it, hourMs)] as const),
  );
  const call = callOf(
    projectId,
    profile,
    { startedAt, random, tail: `${part.name}${index.toString(36)}` },
    part.untilMs,
  );
  return withVersion(call, { projectId, startedAt, startMs });
}

interface Place {
  readonly startedAt: number;
  readonly random: Random;
  /** Makes the call_id unique. */
  readonly tail: string;
}

/**
 * Share of calls that keep their texts. Texts for all calls would make the store four times as
 * large.
 */
const WITH_TEXTS = 0.1;
const LINES = 6;
/** Share of calls with the project's first solution, its second one, and none. */
const SOLUTIONS = [
  ['reception', 6],
  ['after-hours', 3],
  [null, 1],
] as const;

function callOf(projectId: string, profile: ProjectProfile, place: Place, untilMs: number): DemoCallRecord {
  const { startedAt, random, tail } = place;
  const date = new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '');
  const scramble = random.between(0, 0xffffff).toString(16).padStart(6, '0');
  const scheduled = {
    callId: `room-${date}-${scramble}${tail}`,
    // Only the project's id is read, which identifies the project's callers.
    project: { ...DESCRIBED, projectId },
    profile: { ...profile, solutionId: random.weighted<string | null>(SOLUTIONS) },
    startedAt,
  };
  if (random.chance(NEVER_ENDED)) return liveRecordOf(scheduled, startedAt + random.pick(LIVE_AGES_MS));
  return withFewTexts(recordOf(scheduled, untilMs), random.chance(WITH_TEXTS));
}

/**
 * Occasionally the runtime loses track of a call, which keeps its state: queued, ringing or
 * talking.
 */
const NEVER_ENDED = 0.001;
const LIVE_AGES_MS = [2_000, 9_000, 130_000];

const DESCRIBED = {
  clientId: 'client-1',
  dataEnv: 'prod',
  displayName: '',
  timezone: 'Australia/Sydney',
  lifecycleState: 'active',
  callerMixEnabled: true,
  ratePerMinute: '0',
  currency: 'AUD',
} as const;

function withFewTexts(call: DemoCallRecord, keep: boolean): DemoCallRecord {
  const { summary, transcript, redacted_transcript: redacted, ...rest } = call;
  if (!keep) return rest;
  const shorter = (lines: unknown): unknown => (Array.isArray(lines) ? lines.slice(0, LINES) : lines);
  return {
    ...rest,
    summary,
    transcript: shorter(transcript),
    redacted_transcript:
      typeof redacted === 'object' && redacted !== null && 'lines' in redacted
        ? { ...redacted, lines: shorter(redacted.lines) }
        : redacted,
  };
}

/** Index of the first element above a value. */
function firstAbove(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
