import type { ProviderChange } from '../configuration/billing-configuration.js';
import type { BillingPeriod } from '../rules/billing-period.policy.js';
import type { PlanMeter } from '../rules/charges/billing-plan.js';
import { toMajor } from '../rules/charges/money.policy.js';
import type { MeteredSoFar } from '../rules/charges/forecast.policy.js';
import { chargeUsage, type MeterId } from '../rules/charges/usage-charges.policy.js';
import { staleReason } from '../rules/usage-evidence.policy.js';
import type { BillingOverview, MeteredUsage, MeteredUsageLine } from './overview.response.js';
import type { PeriodUsage } from './usage-evidence.js';

const UNIT_LABELS = { minutes: 'minutes', sms_segments: 'segments' } as const satisfies Record<
  MeterId,
  string
>;

type UsageFields = Pick<
  BillingOverview,
  | 'usage_status'
  | 'included_minutes'
  | 'used_minutes'
  | 'remaining_minutes'
  | 'estimated_overage_amount'
  | 'metered_usage_lines'
  | 'metered_usage'
  | 'metered_from_utc'
>;

/** A response with a flat fee says nothing about usage (billing 7.3). */
export const WITHOUT_USAGE: UsageFields = {
  usage_status: 'unavailable',
  included_minutes: null,
  used_minutes: null,
  remaining_minutes: null,
  estimated_overage_amount: null,
  metered_usage_lines: [],
  metered_usage: null,
};

interface LineContext {
  readonly period: BillingPeriod;
  readonly currency: string;
  readonly change: ProviderChange | null;
  readonly now: Date;
}

/**
 * The usage fields of a response with a hybrid fee (billing 7.3, 7.7).
 * @returns null if an amount would not be exact
 */
export function usageFields(
  meters: readonly PlanMeter[],
  usage: readonly PeriodUsage[],
  context: LineContext,
): UsageFields | null {
  const lines: MeteredUsageLine[] = [];
  for (const used of usage) {
    const meter = meters.find(({ meterId }) => meterId === used.meterId);
    const line = meter === undefined ? null : lineOf(meter, used, context);
    if (line === null) return null;
    lines.push(line);
  }
  const minutes = lines.find((line) => line.meter_id === 'minutes');
  if (minutes === undefined) return null;
  const from = Math.max(...usage.map(({ meteredFrom }) => meteredFrom?.getTime() ?? 0));
  return {
    usage_status: 'available',
    included_minutes: minutes.included_units,
    used_minutes: minutes.total_quantity,
    remaining_minutes: Math.max(minutes.included_units - minutes.total_quantity, 0),
    estimated_overage_amount: toMajor(minutes.estimated_charges_cents, context.currency),
    metered_usage_lines: lines,
    metered_usage: summaryOf(minutes),
    ...(from > context.period.start.getTime() && { metered_from_utc: new Date(from).toISOString() }),
  };
}

/** The usage of a period so far, for the meters that already count. */
export const soFar = (
  meters: readonly PlanMeter[],
  usage: readonly PeriodUsage[],
  { start }: BillingPeriod,
): MeteredSoFar[] =>
  usage.flatMap(({ meterId, meteredFrom, closedUntil, total }) => {
    const terms = meters.find((it) => it.meterId === meterId);
    if (!terms || meteredFrom === null) return [];
    const from = meteredFrom > start ? meteredFrom : start;
    return [{ terms, total, from, until: closedUntil ?? from }];
  });

function lineOf(
  meter: PlanMeter,
  used: PeriodUsage,
  { currency, change, now }: LineContext,
): MeteredUsageLine | null {
  const { overageUnits, overageAmount } = chargeUsage(used.total, meter);
  if (overageAmount === null) return null;
  const isMessages = meter.meterId === 'sms_segments';
  const reason = staleReason(used, change, now);
  return {
    meter_id: meter.meterId,
    plan_type: 'metered',
    total_quantity: used.total,
    included_units: meter.includedUnits,
    overage_units: overageUnits,
    unit_label: UNIT_LABELS[meter.meterId],
    per_unit_rate_cents: meter.unitRate,
    currency,
    estimated_charges_cents: overageAmount,
    usage_freshness_utc: used.closedUntil?.toISOString() ?? null,
    usage_stale: reason !== 'none',
    stale_reason: reason,
    attribution_status: used.attributed === used.total ? 'available' : 'unavailable',
    by_project:
      used.attributed === used.total
        ? used.projects.map(({ projectId, name, units }) => ({
            project_id: projectId,
            project_name: name,
            quantity: units,
          }))
        : [],
    message_count: isMessages ? used.messages : null,
    failed_count: isMessages ? Object.values(used.failures).reduce((sum, count) => sum + count, 0) : null,
    failed_reasons: used.failures,
  };
}

const summaryOf = (minutes: MeteredUsageLine): MeteredUsage => ({
  plan_type: 'metered',
  total_metered_minutes: minutes.total_quantity,
  per_minute_rate_cents: minutes.per_unit_rate_cents,
  currency: minutes.currency,
  estimated_metered_charges_cents: minutes.estimated_charges_cents,
  usage_freshness_utc: minutes.usage_freshness_utc,
  usage_stale: minutes.usage_stale,
});
