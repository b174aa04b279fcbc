import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { DataEnv } from '../../core/kernel/auth-context.js';

const IS_METER = `"meter_id" IN ('minutes', 'sms_segments')`;

/** What was agreed with a tenant; amounts are minor units of the currency everywhere here. */
@Entity('billing_plans')
// Two tenants of one customer would see each other's invoices.
@Index('billing_plans_by_customer', ['providerCustomerId'], {
  unique: true,
  where: '"provider_customer_id" IS NOT NULL',
})
@Check('billing_plans_monthly_fee_check', `"monthly_fee" >= 0`)
export class BillingPlanEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @Column('text', { name: 'plan_name' })
  planName!: string;

  @Column('text')
  currency!: string;

  @Column('bigint', { name: 'monthly_fee' })
  monthlyFee!: string;

  /** Who the tenant is at the provider. */
  @Column('text', { name: 'provider_customer_id', nullable: true })
  providerCustomerId!: string | null;

  @Column('text', { name: 'provider_subscription_id', nullable: true })
  providerSubscriptionId!: string | null;

  @Column('text', { name: 'foundation_price_id', nullable: true })
  foundationPriceId!: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  /** Since when an operator lets evidence of usage count; null: it does not. */
  @Column('timestamptz', { name: 'evidence_since', nullable: true })
  evidenceSince!: Date | null;

  /** When an operator last asked for a comparison of totals. */
  @Column('timestamptz', { name: 'reconciliation_wanted_at', nullable: true })
  reconciliationWantedAt!: Date | null;

  /** When the provider last told of a change to the customer or a price; null: never. */
  @Column('timestamptz', { name: 'provider_changed_at', nullable: true })
  providerChangedAt!: Date | null;

  /** When that change was, by the provider's clock. */
  @Column('timestamptz', { name: 'provider_event_at', nullable: true })
  providerEventAt!: Date | null;

  /** The provider's name of that event: the same one again changes nothing. */
  @Column('text', { name: 'provider_event_id', nullable: true })
  providerEventId!: string | null;
}

/** A meter of a plan. */
@Entity('billing_plan_meters')
@Check('billing_plan_meters_meter_id_check', IS_METER)
@Check('billing_plan_meters_units_check', `"included_units" >= 0 AND "unit_rate" >= 0`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingPlanMeterEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text', { name: 'meter_id' })
  meterId!: string;

  @Column('boolean', { name: 'is_active' })
  isActive!: boolean;

  @Column('bigint', { name: 'included_units' })
  includedUnits!: string;

  @Column('bigint', { name: 'unit_rate' })
  unitRate!: string;

  @Column('text', { name: 'provider_price_id' })
  providerPriceId!: string;

  @Column('text', { name: 'provider_meter_id' })
  providerMeterId!: string;

  /** The name by which the provider's meter knows its events. */
  @Column('text', { name: 'provider_event_name' })
  providerEventName!: string;

  /** The hour from which on usage counts; null: it never did. */
  @Column('timestamptz', { name: 'metered_from', nullable: true })
  meteredFrom!: Date | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** Something off the monthly fee. */
@Entity('billing_discounts')
@Check('billing_discounts_dates_check', `"effective_end_date" >= "effective_start_date"`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingDiscountEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('integer', { name: 'discount_id', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  discountId!: number;

  @Column('text', { name: 'discount_type' })
  discountType!: string;

  @Column('bigint', { name: 'discount_value' })
  discountValue!: string;

  @Column('text')
  currency!: string;

  @Column('date', { name: 'effective_start_date' })
  effectiveStartDate!: string;

  @Column('date', { name: 'effective_end_date', nullable: true })
  effectiveEndDate!: string | null;

  @Column('text')
  description!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** Something that changes what discounts leave of the fee. */
@Entity('billing_adjustments')
@Check('billing_adjustments_dates_check', `"effective_end_date" >= "effective_start_date"`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingAdjustmentEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('integer', { name: 'adjustment_id', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  adjustmentId!: number;

  @Column('text', { name: 'adjustment_type' })
  adjustmentType!: string;

  @Column('text', { name: 'promotion_sub_type', nullable: true })
  promotionSubType!: string | null;

  @Column('bigint')
  amount!: string;

  @Column('text')
  currency!: string;

  @Column('date', { name: 'effective_start_date' })
  effectiveStartDate!: string;

  @Column('date', { name: 'effective_end_date', nullable: true })
  effectiveEndDate!: string | null;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** The id by which callers know an invoice: the provider's own is shown to none. */
@Entity('billing_invoices')
@Index('billing_invoices_by_provider', ['clientId', 'dataEnv', 'providerInvoiceId'], { unique: true })
export class BillingInvoiceEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('uuid', { name: 'invoice_id', default: () => 'uuidv7()' })
  invoiceId!: string;

  @Column('text', { name: 'provider_invoice_id' })
  providerInvoiceId!: string;
}

/** The usage of one hour of a meter, and how far it is told to the provider. */
@Entity('billing_usage_windows')
@Index('billing_usage_windows_by_record', ['clientId', 'dataEnv', 'recordId'], { unique: true })
@Index('billing_usage_windows_by_start', ['clientId', 'dataEnv', 'windowStart', 'meterId'])
@Index('billing_usage_windows_untold', ['clientId', 'dataEnv', 'meterId', 'windowStart'], {
  where: `"status" = 'frozen'`,
})
@Check('billing_usage_windows_meter_id_check', IS_METER)
@Check(
  'billing_usage_windows_status_check',
  `"status" IN ('open', 'frozen', 'submitted', 'zero', 'correction_pending', 'failed')`,
)
@Check('billing_usage_windows_quantity_check', `"quantity" >= 0`)
@Check('billing_usage_windows_hour_check', `"window_end" = "window_start" + '01:00:00'::interval`)
export class BillingUsageWindowEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('text', { name: 'meter_id' })
  meterId!: string;

  @PrimaryColumn('timestamptz', { name: 'window_start' })
  windowStart!: Date;

  /** Exclusive. */
  @Column('timestamptz', { name: 'window_end' })
  windowEnd!: Date;

  @Column('uuid', { name: 'record_id', default: () => 'uuidv7()' })
  recordId!: string;

  @Column('bigint')
  quantity!: string;

  @Column('text')
  status!: string;

  @Column('text', { name: 'source_hash', nullable: true })
  sourceHash!: string | null;

  /** The identifier under which it is told, made once and never again. */
  @Column('text', { name: 'provider_event_id', nullable: true })
  providerEventId!: string | null;

  @Column('timestamptz', { name: 'frozen_at', nullable: true })
  frozenAt!: Date | null;

  @Column('timestamptz', { name: 'submitted_at', nullable: true })
  submittedAt!: Date | null;

  @Column('integer', { name: 'attempt_count', default: 0 })
  attemptCount!: number;

  /** When it was first begun to be told. */
  @Column('timestamptz', { name: 'attempted_at', nullable: true })
  attemptedAt!: Date | null;

  /** Until when no other process tells it. */
  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil!: Date | null;

  /** `projects`: units of each; of messages also how many count, and `failed` ones by reason. */
  @Column('jsonb', { default: {} })
  details!: object;
}

/** One comparison of what was used, what is stored and what the provider counts. */
@Entity('billing_reconciliations')
@Index('billing_reconciliations_by_check', ['clientId', 'dataEnv', 'checkedAt', 'recordId'])
@Check('billing_reconciliations_meter_id_check', IS_METER)
@Check(
  'billing_reconciliations_state_check',
  `"state" IN ('matched', 'mismatch', 'unverified', 'correction_pending')`,
)
export class BillingReconciliationEntity {
  @PrimaryColumn('text', { name: 'client_id' })
  @ForeignKey('clients', 'clientId')
  clientId!: string;

  @PrimaryColumn('text', { name: 'data_env' })
  dataEnv!: DataEnv;

  @PrimaryColumn('uuid', { name: 'record_id', default: () => 'uuidv7()' })
  recordId!: string;

  @Column('text', { name: 'meter_id' })
  meterId!: string;

  @Column('timestamptz', { name: 'period_start' })
  periodStart!: Date;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd!: Date;

  /** Null where the source could not be read as a whole. */
  @Column('bigint', { name: 'source_total', nullable: true })
  sourceTotal!: string | null;

  @Column('bigint', { name: 'stored_total' })
  storedTotal!: string;

  @Column('bigint', { name: 'provider_total', nullable: true })
  providerTotal!: string | null;

  @Column('text')
  state!: string;

  @Column('timestamptz', { name: 'checked_at' })
  checkedAt!: Date;
}
