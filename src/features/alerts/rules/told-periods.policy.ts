import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import type { AlertKind } from './alert-kinds.js';
import type { AlertCause } from './open-alerts.policy.js';

/** The kind of notices about alerts. */
export const ALERT_NOTICE = 'alert';

/** Reminders before an end, by kind: how many days before it, the last reminder last (alerts 7.2). */
const REMINDERS: Readonly<
  Partial<Record<AlertKind, readonly { readonly name: string; readonly days: number }[]>>
> = {
  api_key_ends: [{ name: 'last', days: 3 }],
  sso_certificate_ends: [
    { name: '7 days', days: 7 },
    { name: 'last', days: 1 },
  ],
};

type Told = Pick<AlertCause, 'kind' | 'reason' | 'since'>;

const firstOf = ({ since, reason }: Told): string => `${since.toISOString()} ${reason ?? ''}`.trim();
const reminderOf = ({ since, reason }: Told, name: string): string =>
  [since.toISOString(), reason ?? '', name].join(' ');

/**
 * One period for each time that the cause began, and further ones before an expiry (alerts 7.2).
 */
export const periodsOf = (alert: Told): readonly string[] => [
  firstOf(alert),
  ...(REMINDERS[alert.kind] ?? []).map(({ name }) => reminderOf(alert, name)),
];

export function periodOf(alert: Told & Pick<AlertCause, 'dueAt'>, now: Date): string {
  const left = alert.dueAt === null ? Infinity : alert.dueAt.getTime() - now.getTime();
  const reminder = REMINDERS[alert.kind]?.findLast(({ days }) => left <= days * DAY_MS);
  return reminder ? reminderOf(alert, reminder.name) : firstOf(alert);
}
