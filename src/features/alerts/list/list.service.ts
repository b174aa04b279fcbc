import { Injectable } from '@nestjs/common';
import { paginationOf, rowsBefore } from '../../../core/http/paging/pages.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { OpenAlerts } from '../lookup/open-alerts.service.js';
import { NotifiedOfAlerts } from '../lookup/notified-of-alerts.service.js';
import { toAlert } from '../rules/alert.response.js';
import type { ListAlertsRequest } from './list.request.js';
import type { AlertsResponse } from './list.response.js';

/** Lists what needs a person's attention now (alerts section 3). */
@Injectable()
export class AlertListService {
  constructor(
    private readonly open: OpenAlerts,
    private readonly told: NotifiedOfAlerts,
    private readonly clock: Clock,
  ) {}

  /** @throws 503 if the metadata store does not answer */
  async list(
    auth: AuthContext,
    { project_id: projectId, page, page_size: size }: ListAlertsRequest,
  ): Promise<AlertsResponse> {
    const { alerts, unavailable } = await this.open.find(auth, projectId);
    const before = rowsBefore(page, size);
    const isComplete = unavailable.length === 0;
    const shown = alerts.slice(before, before + size);
    const toldOf = await this.told.of(auth, shown);
    return {
      items: shown.map((alert) => toAlert(alert, toldOf(alert))),
      pagination: paginationOf(page, size, alerts.length),
      open_count: isComplete ? alerts.filter((it) => it.acknowledgement === null).length : null,
      unavailable_kinds: unavailable,
      as_of_utc: this.clock.now().toISOString(),
    };
  }
}
