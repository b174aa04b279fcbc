import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { CallUsage } from '../../calls/usage/call-usage.service.js';
import { MessageUsage } from '../../messages/usage/message-usage.service.js';
import { findConfiguration } from '../configuration/billing-configuration.js';
import { BillingProvider } from '../provider/billing-provider.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import {
  CLOSE_WINDOWS,
  MARK_CHANGED,
  METERED_UNTIL,
  REFRESH_FAILURES,
  SETTLE_WINDOW,
  TAKE_OLDEST,
} from './metering.queries.js';
import { countingRange, isReportable, windowsOf } from '../rules/usage-window.policy.js';
import type { CountingRange, FrozenWindow, HourOfUsage } from '../rules/usage-window.policy.js';

/** Several times longer than the provider takes to respond or to time out. */
const LEASE_MS = 60_000;

interface MeterProgress {
  readonly meter_id: MeterId;
  readonly metered_from: Date;
  readonly closed_until: Date | null;
}

interface TakenWindow {
  readonly window_start: Date;
  readonly quantity: string;
  readonly provider_event_id: string;
  readonly attempted_at: Date | null;
}

interface Target {
  readonly customerId: string;
  readonly eventName: string;
}

/** Counts usage by hours, and submits each hour once (billing section 14). */
@Injectable()
export class MeteringService {
  private readonly logger = new Logger(MeteringService.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly calls: CallUsage,
    private readonly messages: MessageUsage,
    private readonly provider: BillingProvider,
    private readonly clock: Clock,
  ) {}

  /** Updates all meters of the tenant to now; after a crash it continues where it stopped. */
  async meter(auth: AuthContext): Promise<void> {
    const { meters, configuration } = await this.metadata.read(auth, async (db) => ({
      meters: await db.query<MeterProgress>(METERED_UNTIL),
      configuration: await findConfiguration(db, auth),
    }));
    for (const progress of meters) await this.close(auth, progress);
    const { providerCustomerId: customerId = null, meters: terms = [] } = configuration?.plan ?? {};
    if (customerId === null) return;
    for (const { meter_id: meterId } of meters) {
      const eventName = terms.find((it) => it.meterId === meterId)?.providerEventName;
      if (eventName === undefined) continue;
      const target = { customerId, eventName };
      while (await this.submitOldest(auth, meterId, target));
    }
  }

  private async close(auth: AuthContext, progress: MeterProgress): Promise<void> {
    let closedUntil = progress.closed_until;
    for (;;) {
      const range = countingRange(progress.metered_from, closedUntil, this.clock.now());
      if (range === null) return;
      const source = progress.meter_id === 'minutes' ? this.calls : this.messages;
      const hours = await source.hours(auth, range.recountFrom, range.to);
      await this.store(auth, progress.meter_id, range, hours);
      closedUntil = range.to;
    }
  }

  private store(
    auth: AuthContext,
    meterId: MeterId,
    { recountFrom, closeFrom, to }: CountingRange,
    hours: readonly HourOfUsage[],
  ): Promise<void> {
    const closed = windowsOf(closeFrom, to, hours);
    const again = windowsOf(recountFrom, closeFrom, hours);
    const starts = (windows: readonly FrozenWindow[]) => windows.map(({ start }) => start);
    const hashes = (windows: readonly FrozenWindow[]) => windows.map(({ sourceHash }) => sourceHash);
    const details = (windows: readonly FrozenWindow[]) => windows.map((it) => JSON.stringify(it.details));
    return this.metadata.transaction(auth, async (tx) => {
      const changed = await tx.query(MARK_CHANGED, [meterId, starts(again), hashes(again)]);
      await tx.query(REFRESH_FAILURES, [meterId, starts(again), details(again)]);
      const quantities = closed.map(({ quantity }) => quantity);
      const values = [starts(closed), quantities, hashes(closed), this.clock.now(), details(closed)];
      await tx.query(CLOSE_WINDOWS, [meterId, ...values]);
      if (changed.length > 0)
        this.logger.warn({
          msg: 'the count of a window has changed',
          meter: meterId,
          windows: changed.length,
        });
    });
  }

  /** @returns whether there may be another one to submit */
  private async submitOldest(auth: AuthContext, meterId: MeterId, target: Target): Promise<boolean> {
    const now = this.clock.now();
    // Committed before anything is sent: a process that dies afterwards leaves a window that shows
    // the attempt.
    const [taken] = await this.metadata.transaction(auth, (tx) =>
      tx.query<TakenWindow>(TAKE_OLDEST, [meterId, now, new Date(now.getTime() + LEASE_MS)]),
    );
    if (taken === undefined) return false;
    const outcome = await this.submit(taken, target, now);
    await this.metadata.transaction(auth, async (tx) => {
      await tx.query(SETTLE_WINDOW, [meterId, taken.window_start, outcome, this.clock.now()]);
    });
    return outcome !== 'frozen';
  }

  /**
   * Returns the window's new status, which is still `frozen` if the provider could not be reached.
   */
  private async submit(
    { window_start: at, quantity, provider_event_id: identifier, attempted_at: attemptedAt }: TakenWindow,
    target: Target,
    now: Date,
  ): Promise<'submitted' | 'failed' | 'frozen'> {
    if (!isReportable(at, attemptedAt, now)) return 'failed';
    try {
      const isTaken = await this.provider.submitUsage({ ...target, identifier, quantity, at });
      return isTaken ? 'submitted' : 'failed';
    } catch (error) {
      this.logger.warn({ msg: 'usage not reported', reason: reasonOf(error) });
      return 'frozen';
    }
  }
}
