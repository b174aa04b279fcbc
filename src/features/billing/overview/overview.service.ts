import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { getConfiguration } from '../configuration/billing-configuration.js';
import { ProviderFactsReader, type ProviderFacts } from '../provider/provider-facts.service.js';
import { periodOf } from '../rules/billing-period.policy.js';
import { decideChargeability } from '../rules/charges/chargeability.policy.js';
import { openUsage } from '../rules/usage-evidence.policy.js';
import { toOverview } from './overview.js';
import type { BillingOverviewResponse } from './overview.response.js';
import { readUsage } from './usage-evidence.js';

/** Shows what a client is charged (billing section 7). */
@Injectable()
export class BillingOverviewService {
  private readonly logger = new Logger(BillingOverviewService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly facts: ProviderFactsReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Responds without the provider's facts if the provider fails.
   * @throws 404 without an agreement
   */
  async show(auth: AuthContext): Promise<BillingOverviewResponse> {
    const configuration = await this.metadata.read(auth, (db) => getConfiguration(db, auth));
    const { plan, timezone, isActivated, providerChange } = configuration;
    const facts = await this.factsOf(plan.providerCustomerId, providerChange?.heardAt ?? null);
    const now = this.clock.now();
    const period = periodOf(facts, now, timezone);
    const isMetered = plan.meters.some((meter) => meter.isActive);
    const usage = isMetered ? await this.metadata.read(auth, (db) => readUsage(db, period)) : [];
    const decision = decideChargeability({
      scope: auth,
      now,
      isActivated,
      usage: openUsage(usage, now),
      plan,
      provider: facts,
    });
    return { billing: toOverview({ configuration, facts, decision, period, usage, now }) };
  }

  private async factsOf(customerId: string | null, changedAt: Date | null): Promise<ProviderFacts | null> {
    if (customerId === null) return null;
    try {
      return await this.facts.of(customerId, changedAt);
    } catch (error) {
      this.logger.warn({ msg: 'overview without the billing provider', reason: reasonOf(error) });
      return null;
    }
  }
}
