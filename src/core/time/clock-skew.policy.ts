/** Clocks of senders differ from ours by seconds, poorly maintained ones by minutes. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a reported instant is further in the future than the reporter's clock may be wrong. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + CLOCK_SKEW_MS;
