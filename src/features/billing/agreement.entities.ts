import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TenantColumns } from '../../core/database/unit-of-work/tenant-columns.js';

/** The check of a column that names a meter. */
export const IS_METER = `"meter_id" IN ('minutes', 'sms_segments')`;

/** A tenant's plan. Amounts are minor units of the currency throughout this file. */
@Entity('billing_plans')
// Two tenants with one provider customer would see each other's invoices.
@Index('billing_plans_by_customer', ['providerCustomerId'], {
  unique: true,
  where: '"provider_customer_id" IS NOT NULL',
})
@Check('billing_plans_monthly_fee_check', `"monthly_fee" >= 0`)
@ForeignKey('clients', ['clientId'], ['clientId'])
export class BillingPlanEntity extends TenantColumns {
  @Column('text', { name: 'plan_name' }) planName!: string;
  @Column('text') currency!: string;
  @Column('bigint', { name: 'monthly_fee' }) monthlyFee!: string;
  @Column('text', { name: 'provider_customer_id', nullable: true }) providerCustomerId!: string | null;
  @Column('text', { name: 'provider_subscription_id', nullable: true })
  providerSubscriptionId!: string | null;
  @Column('text', { name: 'foundation_price_id', nullable: true }) foundationPriceId!: string | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  /** When an operator enabled charging by usage; null: it is disabled. */
  @Column('timestamptz', { name: 'evidence_since', nullable: true }) evidenceSince!: Date | null;
  /** When an operator last requested a comparison of totals. */
  @Column('timestamptz', { name: 'reconciliation_wanted_at', nullable: true })
  reconciliationWantedAt!: Date | null;
  /** When the provider last reported a change of the customer or of a price; null: never. */
  @Column('timestamptz', { name: 'provider_changed_at', nullable: true }) providerChangedAt!: Date | null;
  /** When that change happened, by the provider's clock. */
  @Column('timestamptz', { name: 'provider_event_at', nullable: true }) providerEventAt!: Date | null;
  /** The provider's id of that event; a repeated event changes nothing. */
  @Column('text', { name: 'provider_event_id', nullable: true }) providerEventId!: string | null;
  /** The last billing period from the provider; null: none yet. */
  @Column('timestamptz', { name: 'period_start', nullable: true }) periodStart!: Date | null;
  /** Exclusive. */
  @Column('timestamptz', { name: 'period_end', nullable: true }) periodEnd!: Date | null;
}

@Entity('billing_plan_meters')
@Check('billing_plan_meters_meter_id_check', IS_METER)
@Check('billing_plan_meters_units_check', `"included_units" >= 0 AND "unit_rate" >= 0`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingPlanMeterEntity extends TenantColumns {
  @PrimaryColumn('text', { name: 'meter_id' }) meterId!: string;
  @Column('boolean', { name: 'is_active' }) isActive!: boolean;
  @Column('bigint', { name: 'included_units' }) includedUnits!: string;
  @Column('bigint', { name: 'unit_rate' }) unitRate!: string;
  @Column('text', { name: 'provider_price_id' }) providerPriceId!: string;
  @Column('text', { name: 'provider_meter_id' }) providerMeterId!: string;
  /** The event name of the provider's meter. */
  @Column('text', { name: 'provider_event_name' }) providerEventName!: string;
  /** The hour from which usage counts; null: usage never counted. */
  @Column('timestamptz', { name: 'metered_from', nullable: true }) meteredFrom!: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A reduction of the monthly fee. */
@Entity('billing_discounts')
@Check('billing_discounts_dates_check', `"effective_end_date" >= "effective_start_date"`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingDiscountEntity extends TenantColumns {
  @PrimaryColumn('integer', { name: 'discount_id', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  discountId!: number;
  @Column('text', { name: 'discount_type' }) discountType!: string;
  @Column('bigint', { name: 'discount_value' }) discountValue!: string;
  @Column('text') currency!: string;
  @Column('date', { name: 'effective_start_date' }) effectiveStartDate!: string;
  @Column('date', { name: 'effective_end_date', nullable: true }) effectiveEndDate!: string | null;
  @Column('text') description!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A change of the fee that is left after discounts. */
@Entity('billing_adjustments')
@Check('billing_adjustments_dates_check', `"effective_end_date" >= "effective_start_date"`)
@ForeignKey(() => BillingPlanEntity, ['clientId', 'dataEnv'], ['clientId', 'dataEnv'])
export class BillingAdjustmentEntity extends TenantColumns {
  @PrimaryColumn('integer', { name: 'adjustment_id', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  adjustmentId!: number;
  @Column('text', { name: 'adjustment_type' }) adjustmentType!: string;
  @Column('text', { name: 'promotion_sub_type', nullable: true }) promotionSubType!: string | null;
  @Column('bigint') amount!: string;
  @Column('text') currency!: string;
  @Column('date', { name: 'effective_start_date' }) effectiveStartDate!: string;
  @Column('date', { name: 'effective_end_date', nullable: true }) effectiveEndDate!: string | null;
  @Column('text') reason!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
