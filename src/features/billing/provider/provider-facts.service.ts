import { Injectable } from '@nestjs/common';
import { LookupCache } from '../../../core/database/lookup-cache.js';
import { LoggableError } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import type { SubscriptionFacts } from '../rules/provider-facts.js';
import { BillingProvider, type ProviderInvoice } from './billing-provider.js';
import { providerUnavailable } from './provider-faults.js';

/** The provider's part of an overview. */
export interface ProviderFacts extends SubscriptionFacts {
  /** The newest hundred: several years of invoices, and one page of the provider's list. */
  readonly invoices: readonly ProviderInvoice[];
}

const NEWEST_INVOICES = 100;

const LIMITS = {
  // A payment becomes visible within a minute.
  maxAgeMs: 60_000,
  // A customer's portal polls every few seconds while it is open, so no request waits for the
  // provider.
  refreshAfterMs: 20_000,
  // About 10 kB each.
  maxEntries: 2_000,
};

// One overview waits for a provider that does not respond; later ones respond without it until this
// time has passed.
const PAUSE_MS = 5_000;

/** Reads facts about customers from the provider, at most a minute old. */
@Injectable()
export class ProviderFactsReader {
  private readonly facts: LookupCache<ProviderFacts>;
  private pausedUntil = 0;

  constructor(
    private readonly provider: BillingProvider,
    private readonly clock: Clock,
  ) {
    this.facts = new LookupCache(clock, LIMITS);
  }

  /**
   * @param changedAt when the provider last reported a change: anything read before is read again;
   *   null: never
   * @throws 503, immediately for some seconds after a failure, and 429
   */
  async of(customerId: string, changedAt: Date | null = null): Promise<ProviderFacts> {
    const ask = () => this.ask(customerId);
    const found = (await this.facts.find(customerId, ask))!;
    if (changedAt === null || found.readAt >= changedAt) return found;
    return (await this.facts.renew(customerId, ask))!;
  }

  private async ask(customerId: string): Promise<{ value: ProviderFacts }> {
    const readAt = this.clock.now();
    if (readAt.getTime() < this.pausedUntil)
      throw providerUnavailable(
        new LoggableError('The billing provider failed and is not queried for a while.'),
      );
    try {
      const [subscriptions, { invoices }] = await Promise.all([
        this.provider.subscriptions(customerId),
        this.provider.invoices({ customerId, status: null, limit: NEWEST_INVOICES, after: null }),
      ]);
      return { value: { readAt, subscriptions, invoices } };
    } catch (error) {
      this.pausedUntil = this.clock.now().getTime() + PAUSE_MS;
      throw error;
    }
  }
}
