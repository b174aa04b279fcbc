import { liveRecordOf, recordOf } from './call-generator.ts';
import type { DemoCallRecord } from './call-generator.ts';
import { callIdOf, HISTORY_DAYS, scheduledCalls } from './call-schedule.ts';
import type { ScheduledCall } from './call-schedule.ts';
import { PROJECT_PROFILES } from '../project-profiles.ts';
import type { DemoCast } from '../cast/cast.ts';
import type { DemoProject, DemoTenant } from '../types.ts';

/** A demo call that was still in progress when it was last written. */
interface UnfinishedCall {
  readonly callId: string;
  readonly projectId: string;
  readonly startedAt: Date;
}

/**
 * The demo's calls in a tenant's store. Calls are stored in the order of their start, so only newer
 * ones are missing.
 */
export interface StoredHistory {
  /** Start of the newest one; null if there is none. */
  readonly newest: Date | null;
  readonly unfinished: readonly UnfinishedCall[];
}

export const NO_HISTORY: StoredHistory = { newest: null, unfinished: [] };

/** A day more than the history has in any time zone. */
const REACH_MS = (HISTORY_DAYS + 1) * 86_400_000;

/**
 * After a pause of this length, the platform starts with some calls in progress; a quick restart
 * adds none.
 */
const PAUSE_MS = 60 * 60_000;
/** Ages, in seconds, of the calls in progress: one queued, one ringing and two answered. */
const LIVE_AGES = [2, 9, 48, 130];
/** Longer than a demo call lasts, and less than the ten minutes after which a report is late. */
const LATEST_AGE_MS = 7 * 60_000;

/**
 * The calls that are missing from a tenant's store for its history up to `now`, ordered by their
 * start. If only some of them are written, the next run continues after those.
 */
export function missingCalls(
  cast: DemoCast,
  tenant: DemoTenant,
  stored: StoredHistory,
  now: Date,
): ScheduledCall[] {
  const nowMs = now.getTime();
  // Includes the newest call itself, because another one may have started in the same millisecond.
  const from = stored.newest?.getTime() ?? nowMs - REACH_MS;
  const projects = projectsOf(cast, tenant);
  const scheduled = projects.flatMap((project) => scheduledCalls(project, from, nowMs));
  const live =
    nowMs - from > PAUSE_MS
      ? projects.flatMap((project) => [...latestCall(project, nowMs), ...liveCalls(project, nowMs)])
      : [];
  const known = new Set(scheduled.map(({ callId }) => callId));
  const unfinished = stored.unfinished
    .filter(({ callId }) => !known.has(callId))
    .flatMap((call) => resumed(projects, call));
  return [...unfinished, ...scheduled, ...live].sort((one, other) => one.startedAt - other.startedAt);
}

/**
 * The current record of a missing call. @param version the version that served it, if there was one
 */
export const recordAt = (call: ScheduledCall, now: Date, version?: number | null): DemoCallRecord =>
  isKeptLive(call, now.getTime())
    ? liveRecordOf(call, now.getTime(), version)
    : recordOf(call, now.getTime(), version);

const projectsOf = ({ projects }: DemoCast, { clientId, dataEnv }: DemoTenant): DemoProject[] =>
  projects.filter((project) => project.clientId === clientId && project.dataEnv === dataEnv);

function liveCalls(project: DemoProject, nowMs: number): ScheduledCall[] {
  const profile = PROJECT_PROFILES.get(project.projectId);
  if (!profile?.hasLiveCalls) return [];
  return LIVE_AGES.map((age) => {
    const startedAt = nowMs - age * 1000;
    return { callId: liveIdOf(project, startedAt), project, profile, startedAt };
  });
}

/**
 * A call that has just ended: history arrives hours late, and without it the status of a project
 * would show a late runtime.
 */
function latestCall(project: DemoProject, nowMs: number): ScheduledCall[] {
  const profile = PROJECT_PROFILES.get(project.projectId);
  const startedAt = nowMs - LATEST_AGE_MS;
  return profile ? [{ callId: liveIdOf(project, startedAt), project, profile, startedAt }] : [];
}

const liveIdOf = (project: DemoProject, startedAt: number): string =>
  callIdOf(project, new Date(startedAt).toISOString().slice(0, 10), `live/${startedAt}`);

/**
 * Calls of `liveCalls` are in progress at the instant for which they were made, even if they would
 * normally have ended.
 */
const isKeptLive = ({ callId, project, startedAt }: ScheduledCall, nowMs: number): boolean =>
  LIVE_AGES.includes((nowMs - startedAt) / 1000) && callId === liveIdOf(project, startedAt);

function resumed(projects: readonly DemoProject[], call: UnfinishedCall): ScheduledCall[] {
  const project = projects.find(({ projectId }) => projectId === call.projectId);
  const profile = PROJECT_PROFILES.get(call.projectId);
  if (!project || !profile) return [];
  return [{ callId: call.callId, project, profile, startedAt: call.startedAt.getTime() }];
}
