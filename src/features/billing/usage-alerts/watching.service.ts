import { Injectable, Logger } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { CallUsage } from '../../calls/usage/call-usage.service.js';
import { MessageUsage } from '../../messages/usage/message-usage.service.js';
import { BILLING_ACTIONS } from '../billing.audit.js';
import { findConfiguration, type BillingConfiguration } from '../configuration/billing-configuration.js';
import { ProviderFactsReader } from '../provider/provider-facts.service.js';
import { periodOf, type BillingPeriod } from '../rules/billing-period.policy.js';
import { isReached, type ThresholdType } from '../rules/usage-alert.policy.js';
import type { MeterId } from '../rules/charges/usage-charges.policy.js';
import { MAIL_ALERT } from './alert-mails.js';
import { readStoredUnits, withOpenHours } from './usage-of-period.js';
import { KEEP_PERIOD, KNOWN_PERIOD, LOCK_ALERT, NOTE_CROSSING, OPEN_ALERTS } from './watching.queries.js';

interface OpenAlert {
  readonly alert_id: string;
  readonly meter_id: MeterId;
  readonly project_id: string | null;
  readonly threshold_type: ThresholdType;
  readonly threshold_value: string;
  readonly revision: number;
}

interface Reached {
  readonly alert: OpenAlert;
  readonly used: number;
}

/**
 * Finds thresholds that usage has reached, and records each once per period (billing 16.3, 16.4).
 */
@Injectable()
export class UsageWatch {
  private readonly logger = new Logger(UsageWatch.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly facts: ProviderFactsReader,
    private readonly calls: CallUsage,
    private readonly messages: MessageUsage,
    private readonly clock: Clock,
  ) {}

  /** Compares all alerts of the tenant; after a crash it continues where it stopped. */
  async watch(auth: AuthContext): Promise<void> {
    const now = this.clock.now();
    const configuration = await this.metadata.read(auth, (db) => findConfiguration(db, auth));
    if (configuration === null) return;
    const period = await this.periodAt(auth, now, configuration);
    if (period === null) return;
    const alerts = await this.metadata.read(auth, (db) => db.query<OpenAlert>(OPEN_ALERTS, [now]));
    if (alerts.length === 0) return;
    for (const reached of await this.reachedOf(auth, alerts, { period, now }))
      await this.note(auth, reached, { period, now });
  }

  /** The period of the overview (billing 7.2), or the last known one; null: unknown. */
  private async periodAt(
    auth: AuthContext,
    now: Date,
    { plan, timezone, providerChange }: BillingConfiguration,
  ): Promise<BillingPeriod | null> {
    if (plan.providerCustomerId === null) return periodOf(null, now, timezone);
    try {
      const facts = await this.facts.of(plan.providerCustomerId, providerChange?.heardAt ?? null);
      const period = periodOf(facts, now, timezone);
      await this.metadata.transaction(auth, (tx) => tx.query(KEEP_PERIOD, [period.start, period.end]));
      return period;
    } catch (error) {
      const [known] = await this.metadata.read(auth, (db) =>
        db.query<{ period_start: Date; period_end: Date }>(KNOWN_PERIOD),
      );
      if (known && known.period_start <= now && now < known.period_end)
        return { start: known.period_start, end: known.period_end };
      this.logger.warn({ msg: 'usage alerts wait for the billing period', reason: reasonOf(error) });
      return null;
    }
  }

  private async reachedOf(
    auth: AuthContext,
    alerts: readonly OpenAlert[],
    at: { readonly period: BillingPeriod; readonly now: Date },
  ): Promise<Reached[]> {
    const projectIds = [...new Set(alerts.flatMap((it) => it.project_id ?? []))];
    const stored = await this.metadata.read(auth, (db) => readStoredUnits(db, at.period, projectIds));
    const reached: Reached[] = [];
    for (const it of stored) {
      const own = alerts.filter((alert) => alert.meter_id === it.terms.meterId);
      if (own.length === 0) continue;
      const source = it.terms.meterId === 'minutes' ? this.calls : this.messages;
      const { terms, total, projects } = await withOpenHours(auth, it, source, at);
      for (const alert of own) {
        const used = alert.project_id === null ? total : (projects.get(alert.project_id) ?? 0);
        const { threshold_type: thresholdType, threshold_value: value } = alert;
        if (isReached({ thresholdType, thresholdValue: Number(value) }, used, terms))
          reached.push({ alert, used });
      }
    }
    return reached;
  }

  /** Writes the crossing, its audit row and the pending mail together, exactly once. */
  private async note(
    auth: AuthContext,
    { alert, used }: Reached,
    { period, now }: { readonly period: BillingPeriod; readonly now: Date },
  ): Promise<void> {
    const { alert_id: alertId, revision } = alert;
    const thresholdValue = Number(alert.threshold_value);
    await this.metadata.transaction(auth, async (tx) => {
      const [held] = await tx.query(LOCK_ALERT, [alertId, revision]);
      if (!held) return;
      const values = [alertId, revision, period.start, period.end, now, used];
      const [noted] = await tx.query(NOTE_CROSSING, values);
      if (!noted) return;
      await tx.auditDone(BILLING_ACTIONS.alertReached, {
        alert_id: alertId,
        meter_id: alert.meter_id,
        project_id: alert.project_id,
        threshold_type: alert.threshold_type,
        threshold_value: thresholdValue,
        quantity: used,
        period_start: period.start.toISOString(),
      });
      const { clientId, dataEnv } = auth;
      const periodStart = period.start.toISOString();
      await tx.enqueue(MAIL_ALERT, { clientId, dataEnv, alertId, revision, periodStart, thresholdValue });
    });
  }
}
