import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { healthOf, type HealthState } from './health.policy.js';
import { CLIENT_SIGNALS, STORE_SIGNALS } from './summary.queries.js';

interface ClientSignals {
  readonly has_drift: boolean;
  readonly is_capped: boolean;
  readonly has_disabled_webhook: boolean;
  readonly webhook_ids: readonly string[];
  readonly enablements: readonly number[];
}

interface StoreSignals {
  readonly has_paused_campaign: boolean;
  readonly has_failing_webhook: boolean;
}

/** Whether a client needs attention (partner-clients 4.3). */
@Injectable()
export class HealthService {
  private readonly logger = new Logger(HealthService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** Never fails. @param projects the projects to consider; null: all projects of the client */
  async stateOf(auth: AuthContext, projects: readonly string[] | null): Promise<HealthState> {
    const known = await this.ask(
      this.metadata.read(auth, (db) => db.query<ClientSignals>(CLIENT_SIGNALS, [projects, this.clock.now()])),
    );
    if (known === null) return healthOf([null]);
    const { has_drift, is_capped, has_disabled_webhook, webhook_ids, enablements } = known;
    const stored = await this.ask(
      this.stores.read<{ [K in keyof StoreSignals]: StoreSignals[K] }>(auth, {
        ...STORE_SIGNALS,
        values: [projects, webhook_ids, enablements],
      }),
    );
    return healthOf([
      has_drift,
      is_capped,
      has_disabled_webhook,
      stored && (stored.has_paused_campaign || stored.has_failing_webhook),
    ]);
  }

  /** The only row; null if the source fails, or misses its store's deadline. */
  private async ask<T>(work: Promise<readonly T[]>): Promise<T | null> {
    try {
      const [row] = await work;
      return row ?? null;
    } catch (error) {
      this.logger.warn({ msg: 'the health of a client is not known', reason: reasonOf(error) });
      return null;
    }
  }
}
