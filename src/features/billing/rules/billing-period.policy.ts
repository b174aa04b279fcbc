import { firstInstantAt, wallAt } from '../../../core/time/wall-clock.policy.js';
import type { SubscriptionFacts } from './provider-facts.js';

export interface BillingPeriod {
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/**
 * The calendar month in a time zone, for clients without a period at the provider (billing 7.2).
 */
export function calendarMonth(now: Date, timezone: string): BillingPeriod {
  const wall = new Date(wallAt(now.getTime(), timezone));
  const firstDay = (months: number): Date =>
    new Date(firstInstantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 1), timezone));
  return { start: firstDay(0), end: firstDay(1) };
}

/** The period of the only active subscription, if there is exactly one and it has a period. */
export function subscribedPeriod(facts: SubscriptionFacts | null): BillingPeriod | null {
  const active = facts?.subscriptions.filter(({ status }) => status === 'active') ?? [];
  const [only] = active;
  return only && active.length === 1 ? { start: only.periodStart, end: only.periodEnd } : null;
}

/** The subscription's period, or else the calendar month (billing 7.2). */
export const periodOf = (facts: SubscriptionFacts | null, now: Date, timezone: string): BillingPeriod =>
  subscribedPeriod(facts) ?? calendarMonth(now, timezone);
