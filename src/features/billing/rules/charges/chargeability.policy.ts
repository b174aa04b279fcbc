import type { Tenant } from '../../../../core/shared/auth-context.js';
import type { BillingPlan, PlanMeter } from './billing-plan.js';
import type {
  PriceTier,
  ProviderSubscription,
  SubscriptionFacts,
  SubscriptionItem,
} from '../provider-facts.js';
import { METERS } from './usage-charges.policy.js';

export const CHARGEABILITIES = ['flat', 'hybrid'] as const;
export type Chargeability = (typeof CHARGEABILITIES)[number];
export const CHARGEABILITY_STATUSES = ['available', 'pending', 'unavailable'] as const;
export type ChargeabilityStatus = (typeof CHARGEABILITY_STATUSES)[number];

export const CHARGEABILITY_LABELS = { flat: 'FIXED FOUNDATION ONLY', hybrid: 'HYBRID' } as const;

/** Windows and reconciliations that are not settled yet. */
export interface OpenUsage {
  /** Windows that are frozen and not submitted to the provider yet. */
  readonly pending: number;
  /** Failed windows, and differing totals. */
  readonly flagged: number;
  readonly unverified: number;
  readonly correctionPending: number;
}

/** The input of the decision; null means that evidence could not be read. */
export interface ChargeabilityEvidence {
  /** The tenant that the decision is about. */
  readonly scope: Tenant;
  readonly now: Date;
  /** An operator has enabled charging by usage for exactly this tenant. */
  readonly isActivated: boolean;
  readonly plan: BillingPlan | null;
  readonly provider: SubscriptionFacts | null;
  readonly usage: OpenUsage | null;
}

export interface ChargeabilityDecision {
  readonly chargeability: Chargeability;
  readonly status: ChargeabilityStatus;
  /** Names of the rules that are not met, for operators. */
  readonly broken: readonly string[];
}

/**
 * A provider outage of a few minutes changes nothing; after a longer one, the provider's state is
 * uncertain.
 */
const FRESH_MS = 15 * 60_000;
/**
 * Clocks of two machines differ by seconds; facts that are further in the future are not trusted.
 */
const AHEAD_MS = 60_000;

/** The input of one rule: a plan and a subscription exist. */
interface Loaded extends ChargeabilityEvidence {
  readonly plan: BillingPlan;
  readonly provider: SubscriptionFacts;
  readonly usage: OpenUsage;
}

/** The evidence for usage-based charges, one rule for each piece (billing 4.2). */
const RULES: Readonly<Record<string, (evidence: Loaded) => boolean>> = {
  activated: ({ isActivated }) => isActivated,
  plan_of_scope: ({ plan, scope }) => plan.clientId === scope.clientId && plan.dataEnv === scope.dataEnv,
  both_meters_active: ({ plan }) =>
    plan.meters.length === METERS.length &&
    METERS.every((meterId) => plan.meters.some((meter) => meter.meterId === meterId && meter.isActive)),
  facts_fresh: ({ provider, now }) => {
    const age = now.getTime() - provider.readAt.getTime();
    return age <= FRESH_MS && age >= -AHEAD_MS;
  },
  one_active_subscription: ({ provider }) => provider.subscriptions.filter(isActive).length === 1,
  subscription_of_plan: (evidence) => {
    const { subscriptionId, customerId } = subscriptionOf(evidence) ?? {};
    const { providerSubscriptionId, providerCustomerId } = evidence.plan;
    return subscriptionId === providerSubscriptionId && customerId === providerCustomerId;
  },
  subscription_of_scope: (evidence) => {
    const { clientId, dataEnv } = subscriptionOf(evidence) ?? {};
    return clientId === evidence.scope.clientId && dataEnv === evidence.scope.dataEnv;
  },
  within_period: (evidence) => {
    const subscription = subscriptionOf(evidence);
    return (
      subscription !== undefined &&
      subscription.periodStart <= evidence.now &&
      evidence.now < subscription.periodEnd
    );
  },
  three_items: (evidence) => subscriptionOf(evidence)?.items.length === 1 + METERS.length,
  prices_active: (evidence) => subscriptionOf(evidence)?.items.every((it) => it.isPriceActive) === true,
  one_currency: (evidence) =>
    subscriptionOf(evidence)?.items.every(({ currency }) => currency === evidence.plan.currency) === true,
  all_monthly: (evidence) =>
    subscriptionOf(evidence)?.items.every((it) => it.interval === 'month' && it.intervalCount === 1) === true,
  foundation_price: (evidence) => {
    const item = itemOf(evidence, evidence.plan.foundationPriceId);
    return item?.usage === 'licensed' && item.scheme === 'per_unit';
  },
  foundation_fee: (evidence) => {
    const item = itemOf(evidence, evidence.plan.foundationPriceId);
    return item?.quantity === 1 && item.unitAmount === evidence.plan.monthlyFee;
  },
  metered_prices: (evidence) =>
    evidence.plan.meters.every((meter) => isMeteredBy(itemOf(evidence, meter.providerPriceId), meter)),
  graduated_tiers: (evidence) =>
    evidence.plan.meters.every((meter) => hasTiers(itemOf(evidence, meter.providerPriceId), meter)),
  nothing_pending: ({ usage }) => usage.pending === 0,
  nothing_flagged: ({ usage }) => usage.flagged === 0,
  nothing_unverified: ({ usage }) => usage.unverified === 0,
  no_correction_pending: ({ usage }) => usage.correctionPending === 0,
};

/** Rules that time or an operator will satisfy: until then nothing is wrong. */
const AWAITED = new Set(['activated', 'nothing_pending', 'no_correction_pending']);

export const CHARGEABILITY_RULES: readonly string[] = Object.keys(RULES);

/** Charges usage only if all evidence is complete, otherwise only the fee (billing section 4). */
export function decideChargeability(evidence: ChargeabilityEvidence): ChargeabilityDecision {
  const { plan, provider, usage } = evidence;
  // Only a fee was ever agreed, so there is no usage to show.
  if (plan !== null && plan.meters.every(({ isActive: on }) => !on)) {
    return { chargeability: 'flat', status: 'available', broken: ['both_meters_active'] };
  }
  if (plan === null || provider === null || usage === null) {
    return { chargeability: 'flat', status: 'unavailable', broken: ['evidence_loaded'] };
  }
  const loaded: Loaded = { ...evidence, plan, provider, usage };
  const broken = CHARGEABILITY_RULES.filter((name) => !RULES[name]!(loaded));
  if (broken.length === 0) return { chargeability: 'hybrid', status: 'available', broken };
  const status = broken.every((name) => AWAITED.has(name)) ? 'pending' : 'unavailable';
  return { chargeability: 'flat', status, broken };
}

const isActive = ({ status }: ProviderSubscription): boolean => status === 'active';

const subscriptionOf = ({ provider }: Loaded): ProviderSubscription | undefined =>
  provider.subscriptions.find(isActive);

/** The only item with that price. */
function itemOf(evidence: Loaded, priceId: string | null): SubscriptionItem | undefined {
  const items = subscriptionOf(evidence)?.items.filter((item) => item.priceId === priceId) ?? [];
  return items.length === 1 ? items[0] : undefined;
}

const isMeteredBy = (item: SubscriptionItem | undefined, meter: PlanMeter): boolean =>
  item?.usage === 'metered' && item.scheme === 'graduated' && item.meterId === meter.providerMeterId;

/** Whether the price has the free included units and, above them, the agreed rate. */
function hasTiers(item: SubscriptionItem | undefined, { includedUnits, unitRate }: PlanMeter): boolean {
  const paid: PriceTier = { upTo: null, unitAmount: unitRate, flatAmount: 0 };
  const free: PriceTier = { upTo: includedUnits, unitAmount: 0, flatAmount: 0 };
  const wanted = includedUnits === 0 ? [paid] : [free, paid];
  const tiers = item?.tiers ?? [];
  return tiers.length === wanted.length && wanted.every((tier, at) => isSameTier(tiers[at]!, tier));
}

const isSameTier = (a: PriceTier, b: PriceTier): boolean =>
  a.upTo === b.upTo && a.unitAmount === b.unitAmount && a.flatAmount === b.flatAmount;
