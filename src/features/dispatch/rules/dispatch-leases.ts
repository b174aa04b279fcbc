/**
 * For how long a runtime may be silent about a dispatch, in seconds, by what it last said (dispatch
 * 3.2). Taken: it dials within moments. Dialing: no network lets a telephone ring for longer than
 * two minutes. In a call: it reports again every few minutes, so that a call of an hour is told
 * from a runtime that has gone.
 */
export const LEASE_SECONDS = { leased: 60, dialing: 150, in_call: 600 } as const;

export const leaseEnd = (state: keyof typeof LEASE_SECONDS, now: Date): Date =>
  new Date(now.getTime() + LEASE_SECONDS[state] * 1000);
