import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { AddressOwners } from '../../email-routing/lookup/address-owners.service.js';
import { MailRecipients } from '../../email-routing/lookup/mail-recipients.service.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { OpenAlerts } from '../lookup/open-alerts.service.js';
import { isNotified } from '../rules/alert-topics.js';
import { periodOf } from '../rules/told-periods.policy.js';
import { AlertNotice } from './alert-notice.js';
import { ALERT_TOPICS, factsOf, hasFixedBeginning, NOTIFIED_KINDS } from './alert-notices.policy.js';
import { NOTIFY_OF_ALERTS } from './notify-of-alerts.js';

/**
 * Sends one notice about each alert that begins (alerts section 7): alerts are derived, so a job
 * has to look for them.
 */
@HandlesJob()
export class AlertNoticesJob extends TenantJob {
  readonly kind = NOTIFY_OF_ALERTS;
  readonly schedule = '* * * * *';
  readonly timesEach = 3;

  constructor(
    private readonly alerts: OpenAlerts,
    private readonly notice: AlertNotice,
    private readonly notices: Notices,
    private readonly addresses: AddressOwners,
    private readonly recipients: MailRecipients,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Only tenants with an address that has such a topic; what goes to all addresses waits for the job of the bell. */
  plan(): Promise<readonly Tenant[]> {
    return this.addresses.listeners(ALERT_TOPICS);
  }

  protected async work(auth: AuthContext): Promise<void> {
    const { alerts } = await this.alerts.find(auth, undefined, NOTIFIED_KINDS);
    const now = this.clock.now();
    const open = alerts
      .filter(isNotified)
      .filter((alert) => alert.acknowledgement === null && hasFixedBeginning(alert, now));
    await this.metadata.transaction(auth, async (tx) => {
      for (const alert of open) {
        const facts = factsOf(alert);
        await this.notices.tell(tx, {
          tenant: auth,
          kind: this.notice,
          subject: alert.alertId,
          period: periodOf(alert, now),
          facts,
          began: alert.since,
          ...(this.notice.topicOf(facts) === null && {
            addressIds: [...(await this.recipients.ids(tx, null))],
          }),
        });
      }
    });
  }
}
