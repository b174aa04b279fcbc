import type { Tenant } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { Adjustment } from '../rules/charges/adjustments.policy.js';
import type { BillingPlan, PlanMeter } from '../rules/charges/billing-plan.js';
import type { Discount } from '../rules/charges/discounts.policy.js';
import { BILLING_CONFIGURATION } from './billing-configuration.queries.js';

export interface StoredDiscount extends Discount {
  readonly discountId: number;
  readonly description: string;
}

export interface StoredAdjustment extends Adjustment {
  readonly reason: string;
}

export interface BillingConfiguration {
  readonly plan: BillingPlan;
  /** IANA zone of the client. */
  readonly timezone: string;
  readonly discounts: readonly StoredDiscount[];
  readonly adjustments: readonly StoredAdjustment[];
  /** Whether an operator has enabled charging by usage. */
  readonly isActivated: boolean;
  /** The newest change that the provider reported; null: none. */
  readonly providerChange: ProviderChange | null;
}

export interface ProviderChange {
  /** The time on the provider's clock. */
  readonly happenedAt: Date;
  readonly heardAt: Date;
}

interface Row {
  readonly is_activated: boolean;
  readonly provider_changed_at: Date | null;
  readonly provider_event_at: Date | null;
  readonly plan_name: string;
  readonly currency: string;
  readonly monthly_fee: number;
  readonly provider_customer_id: string | null;
  readonly provider_subscription_id: string | null;
  readonly foundation_price_id: string | null;
  readonly timezone: string;
  readonly meters: readonly PlanMeter[];
  readonly discounts: readonly StoredDiscount[];
  readonly adjustments: readonly StoredAdjustment[];
}

/** Returns null without an agreement. */
export async function findConfiguration(
  db: StoreReader,
  { clientId, dataEnv }: Tenant,
): Promise<BillingConfiguration | null> {
  const [row] = await db.query<Row>(BILLING_CONFIGURATION);
  if (!row) return null;
  return {
    plan: {
      clientId,
      dataEnv,
      planName: row.plan_name,
      currency: row.currency,
      monthlyFee: row.monthly_fee,
      meters: row.meters,
      providerCustomerId: row.provider_customer_id,
      providerSubscriptionId: row.provider_subscription_id,
      foundationPriceId: row.foundation_price_id,
    },
    timezone: row.timezone === '' ? 'UTC' : row.timezone,
    discounts: row.discounts,
    adjustments: row.adjustments,
    isActivated: row.is_activated,
    providerChange:
      row.provider_changed_at === null || row.provider_event_at === null
        ? null
        : { happenedAt: row.provider_event_at, heardAt: row.provider_changed_at },
  };
}

/** @throws 404 without an agreement: the tenant has no billing (billing 6.3) */
export async function getConfiguration(db: StoreReader, tenant: Tenant): Promise<BillingConfiguration> {
  const configuration = await findConfiguration(db, tenant);
  if (configuration === null) throw notFound();
  return configuration;
}
