import type { AlertCause } from './open-alerts.policy.js';

/** The kind of notices about alerts. */
export const ALERT_NOTICE = 'alert';

/** One period for each time that the cause began, and another one shortly before an end (alerts 7.2). */
export function periodsOf({ reason, since }: Pick<AlertCause, 'reason' | 'since'>): {
  readonly first: string;
  readonly last: string;
} {
  const began = [since.toISOString(), reason ?? ''];
  return { first: began.join(' ').trim(), last: [...began, 'last'].join(' ') };
}
