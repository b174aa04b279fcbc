import { Injectable } from '@nestjs/common';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, unavailable } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { ALERT_ACTIONS } from '../alerts.audit.js';
import { acknowledgementsOf } from '../lookup/acknowledgements.js';
import { canAct } from '../rules/alert-kinds.js';
import { OpenAlerts } from '../lookup/open-alerts.service.js';
import { NotifiedOfAlerts } from '../lookup/notified-of-alerts.service.js';
import { toAlert, type Alert } from '../rules/alert.response.js';
import type { OpenAlert } from '../rules/open-alerts.policy.js';
import { ACKNOWLEDGE_ALERT } from './acknowledge.queries.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Records that a person has acknowledged an alert (alerts section 4). */
@Injectable()
export class AcknowledgeService {
  constructor(
    private readonly open: OpenAlerts,
    private readonly told: NotifiedOfAlerts,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * If several people acknowledge it, the first one is recorded.
   * @throws 404 for an alert that has ended, or that the caller cannot see or act on; 503 while that
   *   cannot be determined
   */
  async acknowledge(auth: AuthContext, alertId: string, reservation: Reservation | null): Promise<Alert> {
    if (!isGivenId(alertId)) throw notFound();
    const alert = await this.find(auth, alertId);
    const toldOf = await this.told.of(auth, [alert]);
    return this.metadata.transaction(auth, async (tx) => {
      const values = [alertId, this.clock.now(), auth.principal.id, alert.since];
      const noted = await tx.query(ACKNOWLEDGE_ALERT, values);
      if (noted.length > 0)
        await tx.auditDone(ALERT_ACTIONS.acknowledged, { alert_id: alertId, kind: alert.kind });
      const [acknowledgement = null] = await acknowledgementsOf(tx, [alertId]);
      return tx.complete(reservation, toAlert({ ...alert, acknowledgement }, toldOf(alert)));
    });
  }

  private async find(auth: AuthContext, alertId: string): Promise<OpenAlert> {
    const { alerts, unavailable: unknown } = await this.open.find(auth);
    const alert = alerts.find((it) => it.alertId === alertId);
    // Otherwise it would also count for the people who can act.
    if (alert && !canAct(auth.scope, alert.kind)) throw notFound();
    if (alert) return alert;
    throw unknown.length === 0
      ? notFound()
      : unavailable(new Error('The alerts of a store are not available.'));
  }
}
