import { TenantRoutes } from '../../../core/database/stores/tenant-routes.service.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { AlertNoticesJob } from './alert-notices.job.js';
import { NOTE_ALERTS } from './notify-of-alerts.js';

/**
 * Puts alerts into the bell of every client, whether or not an address is notified (alerts 7.1).
 * The bell shows open alerts at once, so their notices, which outlast them, are not urgent.
 */
@HandlesJob()
export class AlertsForBellJob extends TenantJob {
  readonly kind = NOTE_ALERTS;
  readonly schedule = '*/5 * * * *';

  constructor(
    private readonly routes: TenantRoutes,
    private readonly alerts: AlertNoticesJob,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.routes.all();
  }

  protected work(auth: AuthContext): Promise<void> {
    return this.alerts.handle(auth);
  }
}
