const MINUTE_MS = 60_000;

/** A session ends after half an hour without use: a screen left open (portal-sessions 3.1). */
const IDLE_MS = 30 * MINUTE_MS;

/** A working day; then the person signs in again, used or not (portal-sessions 3.1). */
export const LONGEST_MS = 12 * 60 * MINUTE_MS;

// A write a minute for each session in use, instead of one for each request.
const NOTED_EVERY_MS = MINUTE_MS;

// Long enough for three attempts at a slow provider before requests wait for it.
const RENEWED_BEFORE_MS = MINUTE_MS;

interface SessionTimes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly tokenEndsAt: Date;
  /** Whether the provider issued a refresh token. */
  readonly isRenewable: boolean;
}

/** When a session ends unless it is used again (portal-sessions 3.1, 3.3). */
export function endOf({ createdAt, lastSeenAt, tokenEndsAt, isRenewable }: SessionTimes): Date {
  const ends = [createdAt.getTime() + LONGEST_MS, lastSeenAt.getTime() + IDLE_MS];
  return new Date(Math.min(...ends, isRenewable ? Infinity : tokenEndsAt.getTime()));
}

/** Whether the use of a session must be recorded (portal-sessions 3.1). */
export const isUseDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= NOTED_EVERY_MS;

/**
 * When to renew the access token of a session (portal-sessions 3.2): `soon` renews it during the
 * request, `now` before it. For a short-lived token, half of its life is early enough.
 */
export function renewalOf(
  { tokenEndsAt, tokenGivenAt }: { readonly tokenEndsAt: Date; readonly tokenGivenAt: Date },
  now: Date,
): 'none' | 'soon' | 'now' {
  const left = tokenEndsAt.getTime() - now.getTime();
  if (left <= 0) return 'now';
  const life = tokenEndsAt.getTime() - tokenGivenAt.getTime();
  return left <= Math.min(RENEWED_BEFORE_MS, life / 2) ? 'soon' : 'none';
}
