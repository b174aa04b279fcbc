import { createHash } from 'node:crypto';
import { DAY_MS, firstInstantAt, wallAt } from '#app/core/time/wall-clock.policy.js';
import { PROJECT_PROFILES } from '../project-profiles.ts';
import type { ProjectProfile } from '../project-profiles.ts';
import { Random } from '../random.ts';
import type { DemoProject } from '../types.ts';

/** How far back the demo's calls go, in local days of the project, including today. */
export const HISTORY_DAYS = 90;

/** A call of which only its occurrence is known. */
export interface ScheduledCall {
  readonly callId: string;
  readonly project: DemoProject;
  readonly profile: ProjectProfile;
  /** Instant in milliseconds. */
  readonly startedAt: number;
}

/** The prefix of every call_id of the demo: it distinguishes its calls from ingested ones. */
export const DEMO_CALL_PREFIX = 'demo-';

/** Weights of the 24 local hours. */
const HOURS: Readonly<Record<ProjectProfile['hours'], readonly number[]>> = {
  office: [
    0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 1.5, 5, 11, 17, 20, 16, 10, 11, 16, 18, 14, 8, 4, 2.5, 1.5, 1, 0.6, 0.3,
  ],
  evening: [2, 1.5, 1, 1, 1, 2, 5, 8, 3, 1, 1, 1, 1, 1, 1, 1, 2, 6, 14, 18, 16, 11, 6, 3],
  round_the_clock: [
    ...[2, 1.5, 1.5, 1.5, 2, 4, 8, 12, 14, 15, 14, 12],
    ...[10, 11, 13, 15, 16, 15, 13, 10, 7, 5, 4, 3],
  ],
};

/** Sunday first; Monday is the busiest, as at most desks. */
const WEEKDAYS = [0, 1.14, 1.06, 1, 0.97, 0.9, 0];
const WEEKDAY_SUM = 5.07;
const SUNDAY_OF_SATURDAY = 0.6;

/**
 * The number of calls grows by an eighth of a percent a day, within what a quick first start can
 * handle.
 */
const GROWTH_FROM = Date.UTC(2026, 7, 1);
const GROWTH_PER_DAY = 0.00125;
const GROWTH_LIMIT = 1.3;

/** About one day in fourteen is such a day. */
const SPIKE_CHANCE = 0.07;

/**
 * The calls of a project that start in a time span (milliseconds, both ends included), in order of
 * their start. A day always has the same calls; projects without a profile have none.
 */
export function scheduledCalls(project: DemoProject, fromMs: number, untilMs: number): ScheduledCall[] {
  const profile = PROJECT_PROFILES.get(project.projectId);
  if (!profile) return [];
  const calls: ScheduledCall[] = [];
  const last = localDay(untilMs, project.timezone);
  const first = Math.max(localDay(fromMs, project.timezone), last - HISTORY_DAYS + 1);
  for (let day = first; day <= last; day += 1) calls.push(...callsOfDay(project, profile, day));
  return calls.filter(({ startedAt }) => startedAt >= fromMs && startedAt <= untilMs);
}

/** Days since 1970 in the local calendar. */
const localDay = (instantMs: number, timezone: string): number =>
  Math.floor(wallAt(instantMs, timezone) / DAY_MS);

function callsOfDay(project: DemoProject, profile: ProjectProfile, day: number): ScheduledCall[] {
  const midnight = day * DAY_MS;
  const date = new Date(midnight).toISOString().slice(0, 10);
  const random = new Random(`${project.projectId}/${date}`);
  const instantOf = clockOfDay(midnight, project.timezone);
  const count = random.count(expectedCalls(profile, midnight, random));
  const hours = HOURS[profile.hours].map((weight, hour) => [hour, weight] as const);
  return Array.from({ length: count }, (_, index) => {
    const withinDay = (random.weighted(hours) + random.next()) * 3_600_000;
    return {
      callId: callIdOf(project, date, index),
      project,
      profile,
      startedAt: instantOf(midnight + Math.floor(withinDay)),
    };
  }).sort((one, other) => one.startedAt - other.startedAt);
}

function expectedCalls(profile: ProjectProfile, midnight: number, random: Random): number {
  const calendar = new Date(midnight);
  if (profile.months && !profile.months.includes(calendar.getUTCMonth() + 1)) return 0;
  const weekend = profile.weekend * (1 + SUNDAY_OF_SATURDAY);
  const weekday = calendar.getUTCDay();
  const share =
    weekday === 6
      ? profile.weekend
      : weekday === 0
        ? profile.weekend * SUNDAY_OF_SATURDAY
        : (WEEKDAYS[weekday] ?? 1);
  const grown = 1 + ((midnight - GROWTH_FROM) / DAY_MS) * GROWTH_PER_DAY;
  const growth = Math.min(GROWTH_LIMIT, Math.max(1, grown));
  const spike = profile.spikes && random.chance(SPIKE_CHANCE) ? random.around(2.8, 1.4) : 1;
  return (profile.callsPerWeek / (WEEKDAY_SUM + weekend)) * share * growth * spike * random.around(1, 1.12);
}

/**
 * Converts local times of one day into instants. Using Intl for each call would take most of the
 * time.
 */
function clockOfDay(midnight: number, timezone: string): (wallMs: number) => number {
  const start = firstInstantAt(midnight, timezone);
  const isOrdinary = firstInstantAt(midnight + DAY_MS, timezone) - start === DAY_MS;
  return isOrdinary ? (wallMs) => start + (wallMs - midnight) : (wallMs) => firstInstantAt(wallMs, timezone);
}

/** Ids of one day are similar, and none reveals how many calls the day has. */
export function callIdOf(project: DemoProject, date: string, index: number | string): string {
  const { clientId, dataEnv, projectId } = project;
  const digest = createHash('sha256')
    .update(`${clientId}/${dataEnv}/${projectId}/${date}/${index}`)
    .digest('hex');
  return `${DEMO_CALL_PREFIX}${date.replaceAll('-', '')}-${digest.slice(0, 12)}`;
}
