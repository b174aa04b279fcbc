import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import {
  NotifiedAddresses,
  type NotifiedAddress,
} from '../../email-routing/lookup/notified-addresses.service.js';
import { isNotified, TOPIC_OF } from '../rules/alert-topics.js';
import type { OpenAlert } from '../rules/open-alerts.policy.js';
import { ALERT_NOTICE, periodsOf } from '../rules/told-periods.policy.js';

/**
 * The addresses that got a notice of an alert; null if the caller's role sees no addresses, or none
 * of its addresses can get such a notice.
 */
export type NotifiedOfAlert = (alert: OpenAlert) => readonly NotifiedAddress[] | null;

/** Finds the addresses that got notices of alerts since they began (alerts 7.5). */
@Injectable()
export class NotifiedOfAlerts {
  constructor(private readonly addresses: NotifiedAddresses) {}

  async of(auth: AuthContext, alerts: readonly OpenAlert[]): Promise<NotifiedOfAlert> {
    const periods = alerts.filter(isNotified).flatMap((alert) =>
      periodsOf(alert).map((period) => ({
        topic: TOPIC_OF[alert.kind],
        subject: alert.alertId,
        period,
      })),
    );
    const told = await this.addresses.of(auth, ALERT_NOTICE, periods);
    return ({ alertId }) => told?.get(alertId) ?? null;
  }
}
