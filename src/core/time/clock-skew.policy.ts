/** Clocks of those who send differ from ours by some seconds, badly kept ones by minutes. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether what somebody says has happened lies ahead of now, by more than their clock may be wrong. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + CLOCK_SKEW_MS;
