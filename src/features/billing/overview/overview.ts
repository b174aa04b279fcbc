import type {
  BillingConfiguration,
  StoredAdjustment,
  StoredDiscount,
} from '../configuration/billing-configuration.js';
import type { ProviderFacts } from '../provider/provider-facts.service.js';
import { forecastCharges } from '../rules/charges/forecast.policy.js';
import { adjustFee, type AdjustedFee } from '../rules/charges/adjustments.policy.js';
import { subscribedPeriod, type BillingPeriod } from '../rules/billing-period.policy.js';
import { CHARGEABILITY_LABELS, type ChargeabilityDecision } from '../rules/charges/chargeability.policy.js';
import { discountFee } from '../rules/charges/discounts.policy.js';
import { localDate } from '../rules/effective-dates.policy.js';
import { toMajor } from '../rules/charges/money.policy.js';
import { invoiceStatus, lastIssued } from './invoice-status.policy.js';
import type { ActiveAdjustment, ActiveDiscount, BillingOverview } from './overview.response.js';
import type { PeriodUsage } from './usage-evidence.js';
import { soFar, usageFields, WITHOUT_USAGE } from './usage-lines.js';

interface OverviewParts {
  readonly configuration: BillingConfiguration;
  /** Null if the provider does not know the client or does not respond. */
  readonly facts: ProviderFacts | null;
  readonly decision: ChargeabilityDecision;
  readonly period: BillingPeriod;
  readonly usage: readonly PeriodUsage[];
  readonly now: Date;
}

/** Builds the overview of a client's current charges (billing section 7). */
export function toOverview({
  configuration,
  facts,
  decision,
  period,
  usage,
  now,
}: OverviewParts): BillingOverview {
  const { plan, timezone, discounts, adjustments } = configuration;
  const { currency } = plan;
  const today = localDate(now, timezone);
  const discounted = discountFee({ amount: plan.monthlyFee, currency }, discounts, today);
  const adjusted = adjustFee({ amount: discounted.amount, currency }, adjustments, today);
  const subscribed = subscribedPeriod(facts);
  const around = { period, currency, change: configuration.providerChange, now };
  // Usage that cannot be stated exactly is not charged.
  const charged = decision.chargeability === 'hybrid' ? usageFields(plan.meters, usage, around) : null;
  const chargeability = charged === null ? 'flat' : 'hybrid';
  const forecast = forecastCharges(
    adjusted.amount,
    charged === null ? [] : soFar(plan.meters, usage, period),
    period,
  );
  const last = lastIssued(facts?.invoices ?? []);
  return {
    client_id: plan.clientId,
    plan_name: plan.planName,
    billing_period_start: period.start.toISOString(),
    billing_period_end: period.end.toISOString(),
    currency,
    monthly_fee_amount: toMajor(plan.monthlyFee, currency),
    chargeability,
    chargeability_status: chargeability === decision.chargeability ? decision.status : 'unavailable',
    chargeability_label: CHARGEABILITY_LABELS[chargeability],
    ...(charged ?? WITHOUT_USAGE),
    invoice_status: invoiceStatus(facts?.invoices ?? null, now),
    next_invoice_date: subscribed === null ? null : localDate(subscribed.end, timezone),
    last_invoice_total: last === null ? null : toMajor(last.total, last.currency),
    active_discounts: discounted.active.map(toDiscount),
    discounted_monthly_fee_amount: discounted.amount === null ? null : toMajor(discounted.amount, currency),
    discount_calculation_available: discounted.amount !== null,
    active_adjustments: adjusted.active.map(toAdjustment),
    adjusted_monthly_fee_cents: adjusted.amount,
    adjustment_calculation_available: adjusted.amount !== null,
    ...(forecast && { forecast }),
  };
}

const toDiscount = (discount: StoredDiscount): ActiveDiscount => ({
  discount_id: discount.discountId,
  discount_type: discount.discountType,
  discount_value: discount.discountValue,
  currency: discount.currency,
  effective_start_date: discount.startDate,
  effective_end_date: discount.endDate,
  description: discount.description,
});

const toAdjustment = ({
  adjustment,
  netEffect,
}: AdjustedFee<StoredAdjustment>['active'][number]): ActiveAdjustment => ({
  id: adjustment.id,
  adjustment_type: adjustment.adjustmentType,
  promotion_sub_type: adjustment.promotionSubType,
  amount_cents: adjustment.amount,
  currency: adjustment.currency,
  effective_start_date: adjustment.startDate,
  effective_end_date: adjustment.endDate,
  reason: adjustment.reason,
  net_effect_cents: netEffect,
});
