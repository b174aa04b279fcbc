import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../core/time/wall-clock.policy.js';

/** How long after its end a window freezes (billing 14.3). */
const FREEZE_MS = HOUR_MS;
/** A window is counted again for this long, and corrected if it changed (billing 14.6). */
const RECOUNT_MS = 3 * DAY_MS;
/** A month: the most hours that one run closes for a meter that was idle. */
const MOST_HOURS = 31 * 24;
/**
 * The provider recognises an identifier for 24 hours. An older submission without a response may or
 * may not have been counted: a second one could count it twice (billing 14.5).
 */
const KNOWN_AGAIN_MS = 23 * HOUR_MS;
/** The provider accepts usage of the last 35 days. */
const TOO_OLD_MS = 34 * DAY_MS;

export interface HourOfUsage {
  readonly hour: Date;
  readonly units: number;
  /** Distinguishes two sets of sources. */
  readonly digest: string;
  /** Units of each project. */
  readonly projects: Readonly<Record<string, number>>;
  /** Messages only: how many count, and how many did not arrive, by reason. */
  readonly messages?: number;
  readonly failed?: Readonly<Record<string, number>>;
}

/** The details of a window that callers see: the sources of its units. */
type WindowDetails = Pick<HourOfUsage, 'projects' | 'messages' | 'failed'>;

/** A window with the values that are stored when it freezes. */
export interface FrozenWindow {
  readonly start: Date;
  readonly quantity: number;
  readonly sourceHash: string;
  readonly details: WindowDetails;
}

const floorHour = (instantMs: number): number => Math.floor(instantMs / HOUR_MS) * HOUR_MS;

/** The end of the newest window that is frozen by now. */
export const frozenUntil = (now: Date): Date => new Date(floorHour(now.getTime() - FREEZE_MS));

/** The first full hour at or after an instant. */
export const nextHour = (now: Date): Date => new Date(floorHour(now.getTime() + HOUR_MS - 1));

export interface CountingRange {
  readonly recountFrom: Date;
  readonly closeFrom: Date;
  /** Exclusive. */
  readonly to: Date;
}

/**
 * @param meteredFrom the hour at which the meter began to count
 * @param closedUntil the end of its newest window; null if it has none
 * @returns null if no window is due to be closed
 */
export function countingRange(meteredFrom: Date, closedUntil: Date | null, now: Date): CountingRange | null {
  const closeFrom = Math.max(meteredFrom.getTime(), closedUntil?.getTime() ?? 0);
  const to = Math.min(frozenUntil(now).getTime(), closeFrom + MOST_HOURS * HOUR_MS);
  if (to <= closeFrom) return null;
  // Includes windows from before the meter was switched off; hours without a window stay without
  // one.
  return { recountFrom: new Date(closeFrom - RECOUNT_MS), closeFrom: new Date(closeFrom), to: new Date(to) };
}

/** Every hour of a range, including those without usage (billing 14.1, 14.4). */
export function windowsOf(from: Date, to: Date, hours: readonly HourOfUsage[]): FrozenWindow[] {
  const used = new Map(hours.map((it) => [it.hour.getTime(), it]));
  const windows: FrozenWindow[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += HOUR_MS) {
    const { units = 0, digest = '', projects = {}, messages, failed } = used.get(start) ?? {};
    windows.push({
      start: new Date(start),
      quantity: units,
      sourceHash: hash('sha256', `${units}|${digest}`),
      details: {
        projects,
        ...(messages === undefined ? {} : { messages }),
        ...(failed === undefined ? {} : { failed }),
      },
    });
  }
  return windows;
}

/**
 * Whether a window may be submitted to the provider.
 * @param attemptedAt when the first attempt was made; null if this is the first
 */
export const isReportable = (windowStart: Date, attemptedAt: Date | null, now: Date): boolean =>
  now.getTime() - windowStart.getTime() < TOO_OLD_MS &&
  (attemptedAt === null || now.getTime() - attemptedAt.getTime() < KNOWN_AGAIN_MS);
