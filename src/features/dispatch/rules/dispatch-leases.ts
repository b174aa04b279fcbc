/**
 * How long a runtime may be silent about a dispatch, in seconds, by its last report (dispatch 3.2).
 * Leased: it dials within moments. Dialing: no network lets a telephone ring for longer than two
 * minutes. In a call: it reports every few minutes, which distinguishes a call of an hour from a
 * runtime that has gone.
 */
export const LEASE_SECONDS = { leased: 60, dialing: 150, in_call: 600 } as const;

export const leaseEnd = (state: keyof typeof LEASE_SECONDS, now: Date): Date =>
  new Date(now.getTime() + LEASE_SECONDS[state] * 1000);
