import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CallUsage } from '../../calls/usage/call-usage.service.js';
import { MessageUsage } from '../../messages/usage/message-usage.service.js';
import { findConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { comparedFrom, reconciliationState } from '../rules/reconciliation.policy.js';
import { ADD_RECONCILIATION, STORED_TOTALS } from './reconciliation.queries.js';

// A week of a busy client is counted within the time limit of one statement.
const RANGE_MS = 7 * DAY_MS;

interface StoredTotal {
  readonly meter_id: MeterId;
  readonly provider_meter_id: string;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly stored_total: string;
  readonly is_corrected: boolean;
}

/** Compares usage, stored totals and the provider's count (billing section 15). */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger(ReconciliationService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly calls: CallUsage,
    private readonly messages: MessageUsage,
    private readonly provider: BillingProvider,
    private readonly clock: Clock,
  ) {}

  /** Records one comparison for each meter that has windows, even if a total cannot be read. */
  async reconcile(auth: AuthContext): Promise<void> {
    const checkedAt = this.clock.now();
    const { totals, customerId } = await this.metadata.read(auth, async (db) => ({
      totals: await db.query<StoredTotal>(STORED_TOTALS, [comparedFrom(checkedAt)]),
      customerId: (await findConfiguration(db, auth))?.plan.providerCustomerId ?? null,
    }));
    for (const it of totals) {
      const stored = Number(it.stored_total);
      const source = await this.orNull('source', this.sourceTotal(auth, it));
      const provider =
        customerId === null ? null : await this.orNull('provider', this.providerTotal(customerId, it));
      const state = reconciliationState({ source, stored, provider, isCorrected: it.is_corrected });
      await this.metadata.transaction(auth, async (tx) => {
        const { meter_id: meterId, period_start: from, period_end: to } = it;
        await tx.query(ADD_RECONCILIATION, [meterId, from, to, source, stored, provider, state, checkedAt]);
      });
      if (state !== 'matched')
        this.logger.warn({ msg: 'usage is not reconciled', meter: it.meter_id, state });
    }
  }

  private async sourceTotal(auth: AuthContext, { meter_id: meterId, ...it }: StoredTotal): Promise<number> {
    const source = meterId === 'minutes' ? this.calls : this.messages;
    let total = 0;
    for (let from = it.period_start; from < it.period_end; from = new Date(from.getTime() + RANGE_MS)) {
      const to = new Date(Math.min(from.getTime() + RANGE_MS, it.period_end.getTime()));
      for (const { units } of await source.hours(auth, from, to)) total += units;
    }
    return total;
  }

  private providerTotal(customerId: string, it: StoredTotal): Promise<number> {
    const { provider_meter_id: providerMeterId, period_start: from, period_end: to } = it;
    return this.provider.usage({ customerId, providerMeterId, from, to });
  }

  private orNull(what: string, total: Promise<number>): Promise<number | null> {
    return total.catch((error: unknown) => {
      this.logger.warn({ msg: 'a total could not be read', total: what, reason: reasonOf(error) });
      return null;
    });
  }
}
