import type { Tenant } from '../../../../core/shared/auth-context.js';
import type { MeterTerms } from './usage-charges.policy.js';

export interface PlanMeter extends MeterTerms {
  readonly isActive: boolean;
  readonly providerPriceId: string;
  readonly providerMeterId: string;
  /** The event name of that meter. */
  readonly providerEventName: string;
}

/** The plan that an operator has agreed with a tenant; amounts are minor units of the currency. */
export interface BillingPlan extends Tenant {
  readonly planName: string;
  readonly currency: string;
  readonly monthlyFee: number;
  readonly meters: readonly PlanMeter[];
  /** The tenant's ids at the provider; null if not set. */
  readonly providerCustomerId: string | null;
  readonly providerSubscriptionId: string | null;
  readonly foundationPriceId: string | null;
}
