/** A tier of a graduated price in minor units; null if it has a fraction of one. */
export interface PriceTier {
  /** The last unit of the tier; null for the open-ended one. */
  readonly upTo: number | null;
  readonly unitAmount: number | null;
  readonly flatAmount: number | null;
}

export interface SubscriptionItem {
  readonly priceId: string;
  readonly isPriceActive: boolean;
  readonly currency: string;
  readonly interval: string;
  readonly intervalCount: number;
  readonly usage: 'licensed' | 'metered';
  readonly scheme: 'per_unit' | 'graduated' | 'other';
  readonly unitAmount: number | null;
  readonly quantity: number | null;
  readonly meterId: string | null;
  readonly tiers: readonly PriceTier[];
}

export interface ProviderSubscription {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly status: string;
  /** The tenant id recorded at the provider. */
  readonly clientId: string | null;
  readonly dataEnv: string | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly items: readonly SubscriptionItem[];
}

export interface SubscriptionFacts {
  readonly readAt: Date;
  readonly subscriptions: readonly ProviderSubscription[];
}
