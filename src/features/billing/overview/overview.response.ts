import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { ADJUSTMENT_TYPES, PROMOTION_SUB_TYPES } from '../rules/charges/adjustments.policy.js';
import {
  CHARGEABILITIES,
  CHARGEABILITY_LABELS,
  CHARGEABILITY_STATUSES,
} from '../rules/charges/chargeability.policy.js';
import type { Chargeability, ChargeabilityStatus } from '../rules/charges/chargeability.policy.js';
import { DISCOUNT_TYPES } from '../rules/charges/discounts.policy.js';
import { STALE_REASONS, type StaleReason } from '../rules/usage-evidence.policy.js';
import type { Forecast } from '../rules/charges/forecast.policy.js';
import { METERS, type MeterId } from '../rules/charges/usage-charges.policy.js';
import { OVERVIEW_INVOICE_STATUSES, type OverviewInvoiceStatus } from './invoice-status.policy.js';

const USAGE_STATUSES = ['available', 'unavailable'] as const;
type UsageStatus = (typeof USAGE_STATUSES)[number];

export class UsageByProject {
  @ApiProperty({ example: 'acme-front-desk-k3v9qa' })
  project_id!: string;

  @NullableField(String, { example: 'Front desk' })
  project_name!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  quantity!: number;
}

export class MeteredUsageLine {
  @ApiProperty({ enum: METERS })
  meter_id!: MeterId;

  @ApiProperty({ enum: ['metered'] })
  plan_type!: 'metered';

  @Field(
    'Units that are charged. The minutes of each call are rounded up, so this exceeds the total duration ' +
      'that the routes of calls report. The costs that those routes report are not charged.',
    { type: 'integer', minimum: 0 },
  )
  total_quantity!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  included_units!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  overage_units!: number;

  @ApiProperty({ example: 'minutes' })
  unit_label!: string;

  @Field('Minor units for each unit above the included ones.', { type: 'integer', minimum: 0 })
  per_unit_rate_cents!: number;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @Field('Minor units.', { type: 'integer', minimum: 0 })
  estimated_charges_cents!: number;

  @NullableField(String, { format: 'date-time' })
  usage_freshness_utc!: string | null;

  @ApiProperty()
  usage_stale!: boolean;

  @ApiProperty({ enum: STALE_REASONS })
  stale_reason!: StaleReason;

  @ApiProperty({ enum: USAGE_STATUSES })
  attribution_status!: UsageStatus;

  @Field('At most 50.', { type: [UsageByProject] })
  by_project!: UsageByProject[];

  @NullableField('integer')
  message_count!: number | null;

  @NullableField('integer')
  failed_count!: number | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  failed_reasons!: Record<string, number>;
}

export class MeteredUsage {
  @ApiProperty({ enum: ['metered'] })
  plan_type!: 'metered';

  @ApiProperty({ type: 'integer', minimum: 0 })
  total_metered_minutes!: number;

  @ApiProperty({ type: 'integer', minimum: 0 })
  per_minute_rate_cents!: number;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @ApiProperty({ type: 'integer', minimum: 0 })
  estimated_metered_charges_cents!: number;

  @NullableField(String, { format: 'date-time' })
  usage_freshness_utc!: string | null;

  @ApiProperty()
  usage_stale!: boolean;
}

export class ActiveDiscount {
  @ApiProperty({ type: 'integer', example: 7 })
  discount_id!: number;

  @ApiProperty({ enum: DISCOUNT_TYPES })
  discount_type!: string;

  @Field('Whole percent, or minor units.', { type: 'integer', example: 10 })
  discount_value!: number;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @ApiProperty({ format: 'date', example: '2026-11-01' })
  effective_start_date!: string;

  @NullableField(String, { format: 'date', example: '2026-12-31' })
  effective_end_date!: string | null;

  @ApiProperty({ example: 'First year' })
  description!: string;
}

export class ActiveAdjustment {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ enum: ADJUSTMENT_TYPES })
  adjustment_type!: string;

  @NullableField(String, { enum: PROMOTION_SUB_TYPES })
  promotion_sub_type!: string | null;

  @Field('Minor units.', { type: 'integer', example: 2500 })
  amount_cents!: number;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @ApiProperty({ format: 'date', example: '2026-11-01' })
  effective_start_date!: string;

  @NullableField(String, { format: 'date', example: null })
  effective_end_date!: string | null;

  @ApiProperty({ example: 'Outage in October' })
  reason!: string;

  @NullableField('integer', {
    description: 'Its effect on the fee, with its sign; null if that is unknown.',
    example: -2500,
  })
  net_effect_cents!: number | null;
}

export class ChargesForecast implements Forecast {
  @Field('Minor units: the fee after discounts and adjustments, and the charges of the usage so far.', {
    type: 'integer',
    example: 27_410,
  })
  so_far_cents!: number;

  @Field('The same at the end of the period, if usage continues at the current rate.', {
    type: 'integer',
    example: 33_900,
  })
  at_period_end_cents!: number;
}

/** A client's current charges (billing section 7). */
export class BillingOverview {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Reference hybrid' })
  plan_name!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-01T00:00:00.000Z' })
  billing_period_start!: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T00:00:00.000Z' })
  billing_period_end!: string;

  @ApiProperty({ example: 'AUD' })
  currency!: string;

  @Field('Major units.', { type: 'number', example: 249 })
  monthly_fee_amount!: number;

  @ApiProperty({ enum: CHARGEABILITIES })
  chargeability!: Chargeability;

  @ApiProperty({ enum: CHARGEABILITY_STATUSES })
  chargeability_status!: ChargeabilityStatus;

  @ApiProperty({ enum: Object.values(CHARGEABILITY_LABELS) })
  chargeability_label!: string;

  @ApiProperty({ enum: USAGE_STATUSES })
  usage_status!: UsageStatus;

  @NullableField('number')
  included_minutes!: number | null;

  @NullableField('number')
  used_minutes!: number | null;

  @NullableField('number')
  remaining_minutes!: number | null;

  @NullableField('number', { description: 'Major units.' })
  estimated_overage_amount!: number | null;

  @ApiProperty({ enum: OVERVIEW_INVOICE_STATUSES })
  invoice_status!: OverviewInvoiceStatus;

  @NullableField(String, {
    format: 'date',
    description: "The day on which the period ends, in the client's zone; null without a subscription.",
  })
  next_invoice_date!: string | null;

  @NullableField('number', { description: 'In major units of the currency of the invoice.' })
  last_invoice_total!: number | null;

  @Field('Empty unless chargeability is hybrid.', { type: [MeteredUsageLine], example: [] })
  metered_usage_lines!: MeteredUsageLine[];

  @OptionalField('When the meter began to count; only if that is after the beginning of the period.', {
    format: 'date-time',
  })
  metered_from_utc?: string;

  @NullableField(MeteredUsage, { deprecated: true, description: 'Minutes only.' })
  metered_usage!: MeteredUsage | null;

  @NullableField([ActiveDiscount])
  active_discounts!: ActiveDiscount[] | null;

  @NullableField('number', { description: 'Major units.', example: 224.1 })
  discounted_monthly_fee_amount!: number | null;

  @ApiProperty()
  discount_calculation_available!: boolean;

  @NullableField([ActiveAdjustment])
  active_adjustments!: ActiveAdjustment[] | null;

  @NullableField('integer', { description: 'Minor units.', example: 22410 })
  adjusted_monthly_fee_cents!: number | null;

  @ApiProperty()
  adjustment_calculation_available!: boolean;

  @OptionalField('Left out while usage has been counted for less than a day, or an amount is not known.', {
    type: ChargesForecast,
  })
  forecast?: ChargesForecast;
}

export class BillingOverviewResponse {
  @ApiProperty({ type: BillingOverview })
  billing!: BillingOverview;
}
