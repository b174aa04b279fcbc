import { HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { retriesAllowed, retryDelaySeconds, type RetryPolicy } from '../rules/eligibility/retry.policy.js';

/** Fewer past calls do not predict the next ones. */
const MIN_PAST_CALLS = 20;
/** A retry is ignored if fewer contacts than this are expected to need it. */
const HALF_A_CONTACT = 0.5;

export const UNKNOWN_ENDS = ['no_contacts', 'no_capacity', 'too_few_calls', 'no_permitted_hour'] as const;
export type UnknownEnd = (typeof UNKNOWN_ENDS)[number];
export const UNKNOWN_COSTS = [...UNKNOWN_ENDS, 'no_known_cost'] as const;
export type UnknownCost = (typeof UNKNOWN_COSTS)[number];

/** Sums of the latest outbound calls of a project. */
export interface PastCalls {
  readonly calls: number;
  /** The total time from dial to end, of all calls. */
  readonly seconds: number;
  readonly answered: number;
  /** Costs, and how many answered calls have one; null without a single currency. */
  readonly costs: { readonly currency: string; readonly calls: number; readonly amount: number } | null;
}

/** The facts of an estimate. */
export interface EstimatedCampaign {
  readonly launchAt: Date;
  readonly scheduleEndAt: Date | null;
  readonly retry: RetryPolicy;
  /** How many calls may be in progress at once; null: no capacity. */
  readonly concurrentCalls: number | null;
  /** Contacts that may be called in the hours or later. */
  readonly contacts: number;
  /** From the hour of the launch on, without a gap. */
  readonly hours: readonly { readonly startsAt: Date; readonly contacts: number }[];
}

export interface LaunchEstimate {
  readonly endsAt: Date | null;
  readonly endUnknown: UnknownEnd | null;
  /** The retries among them. */
  readonly calls: number | null;
  /** Contacts that do not fit into the schedule. */
  readonly contactsLeft: number | null;
  readonly cost: { readonly currency: string; readonly amount: number } | null;
  readonly costUnknown: UnknownCost | null;
}

/** When the last call ends, or how many calls remain after these hours. */
interface Pass {
  readonly endsAtMs: number | null;
  readonly callsLeft: number;
}

/**
 * Estimates when a campaign ends and what it costs (campaigns 6.8): it assumes that its calls take
 * as long, reach as many people and cost as much as the project's latest outbound calls, on as many
 * lines as there is capacity. Calls that do not fit into the hours continue at the average pace of
 * these hours.
 */
export function estimateLaunch(campaign: EstimatedCampaign, past: PastCalls): LaunchEstimate {
  const unknown = unknownEnd(campaign, past);
  if (unknown !== null) return nothingKnown(unknown);
  const reached = past.answered / past.calls;
  const retries = retriesOf(campaign, 1 - reached);
  const callsPerContact = 1 + retries.reduce((sum, { share }) => sum + share, 0);
  const pace = ((campaign.concurrentCalls ?? 0) * HOUR_MS) / 1000 / (past.seconds / past.calls);
  const first = passOf(campaign, campaign.contacts, pace);
  const all = passOf(campaign, campaign.contacts * callsPerContact, pace);
  if (first.endsAtMs === null || all.endsAtMs === null) return nothingKnown('no_permitted_hour');
  const lastRetryMs = first.endsAtMs + retries.reduce((sum, { delayMs }) => sum + delayMs, 0);
  const scheduleEndMs = campaign.scheduleEndAt?.getTime() ?? Infinity;
  const calls = Math.round(campaign.contacts * callsPerContact - all.callsLeft);
  return {
    endsAt: new Date(Math.min(Math.max(all.endsAtMs, permitted(campaign, lastRetryMs)), scheduleEndMs)),
    endUnknown: null,
    calls,
    contactsLeft: Math.round(first.callsLeft),
    ...costOf(calls * reached, past),
  };
}

function unknownEnd(campaign: EstimatedCampaign, past: PastCalls): UnknownEnd | null {
  if (campaign.contacts === 0) return 'no_contacts';
  if (!campaign.concurrentCalls) return 'no_capacity';
  return past.calls < MIN_PAST_CALLS || past.seconds === 0 ? 'too_few_calls' : null;
}

const nothingKnown = (unknown: UnknownEnd): LaunchEstimate => ({
  endsAt: null,
  endUnknown: unknown,
  calls: null,
  contactsLeft: null,
  cost: null,
  costUnknown: unknown,
});

/**
 * The retries that contacts are expected to need: the share of contacts, and the preceding wait.
 */
function retriesOf({ retry, contacts }: EstimatedCampaign, missed: number) {
  return Array.from({ length: retriesAllowed(retry, null) }, (_, i) => {
    const share = missed ** (i + 1);
    const delayMs = share * contacts < HALF_A_CONTACT ? 0 : retryDelaySeconds(retry, i + 1) * 1000;
    return { share, delayMs };
  });
}

/**
 * Makes `calls` calls from the launch on, hour by hour.
 * @param pace calls per hour
 */
function passOf(
  { launchAt, scheduleEndAt, contacts, hours }: EstimatedCampaign,
  calls: number,
  pace: number,
): Pass {
  const scheduleEndMs = scheduleEndAt?.getTime() ?? Infinity;
  const launchMs = launchAt.getTime();
  let left = calls;
  let untilMs = launchMs;
  for (const hour of hours) {
    const fromMs = Math.max(hour.startsAt.getTime(), launchMs);
    untilMs = Math.min(hour.startsAt.getTime() + HOUR_MS, scheduleEndMs);
    if (untilMs <= fromMs) break;
    const ready = Math.min(left, (hour.contacts * calls) / contacts);
    const room = (pace * (untilMs - fromMs)) / HOUR_MS;
    if (ready === left && room >= left) return { endsAtMs: fromMs + (left / pace) * HOUR_MS, callsLeft: 0 };
    left -= Math.min(ready, room);
  }
  if (untilMs >= scheduleEndMs) return { endsAtMs: scheduleEndMs, callsLeft: left };
  if (left === calls) return { endsAtMs: null, callsLeft: left };
  const perMs = (calls - left) / (untilMs - launchMs);
  const endsAtMs = untilMs + left / perMs;
  if (endsAtMs <= scheduleEndMs) return { endsAtMs, callsLeft: 0 };
  return { endsAtMs: scheduleEndMs, callsLeft: (endsAtMs - scheduleEndMs) * perMs };
}

/**
 * The first instant at or after `ms` at which a contact may be called; `ms` if the hours have none.
 */
function permitted({ hours }: EstimatedCampaign, ms: number): number {
  const last = hours.at(-1);
  if (!last || ms >= last.startsAt.getTime() + HOUR_MS) return ms;
  const hour = hours.find(({ startsAt, contacts }) => contacts > 0 && startsAt.getTime() + HOUR_MS > ms);
  return hour ? Math.max(ms, hour.startsAt.getTime()) : ms;
}

function costOf(answered: number, { costs }: PastCalls): Pick<LaunchEstimate, 'cost' | 'costUnknown'> {
  if (!costs || costs.calls === 0) return { cost: null, costUnknown: 'no_known_cost' };
  const amount = Math.round((answered * costs.amount * 100) / costs.calls) / 100;
  return { cost: { currency: costs.currency, amount }, costUnknown: null };
}
