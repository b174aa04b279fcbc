import { randomUUID } from 'node:crypto';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { periodAfter, periodFrom } from '../rules/periods.policy.js';
import { DUE_REPORTS, SEND_REPORT } from '../rules/report-jobs.js';
import type { Frequency } from '../rules/report-words.js';
import { ADVANCE_SCHEDULE, CLAIM_DUE, NOTE_PERIOD, TENANTS_WITH_DUE_REPORTS } from './delivery.queries.js';

interface DueRow {
  readonly schedule_id: string;
  readonly frequency: Frequency;
  readonly timezone: string;
  readonly send_at_local: string;
  readonly next_from: string;
}

/**
 * Records each due period once, and enqueues its report. After an outage of the workers, the missed
 * periods follow one after another (report-schedules 2.3).
 */
@HandlesJob()
export class DueReportsJob extends TenantJob {
  readonly kind = DUE_REPORTS;
  readonly schedule = '* * * * *';

  constructor(
    private readonly system: SystemQueries,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.system.tenants(TENANTS_WITH_DUE_REPORTS, [this.clock.now()]);
  }

  protected async work(auth: AuthContext): Promise<void> {
    const claim = (): Promise<number> =>
      this.metadata.transaction(auth, async (tx) => {
        const due = await tx.query<DueRow>(CLAIM_DUE, [this.clock.now()]);
        for (const row of due) await this.note(tx, auth, row);
        return due.length;
      });
    while ((await claim()) > 0);
  }

  private async note(tx: UnitOfWork, { clientId, dataEnv }: Tenant, row: DueRow): Promise<void> {
    const { schedule_id: scheduleId, frequency, timezone, send_at_local: sendAtLocal } = row;
    const terms = { frequency, timezone, sendAtLocal };
    const period = periodFrom(terms, row.next_from);
    const deliveryId = randomUUID();
    const values = [
      deliveryId,
      scheduleId,
      frequency,
      period.from,
      period.until,
      period.start,
      period.end,
      timezone,
    ];
    const [noted] = await tx.query(NOTE_PERIOD, values);
    const next = periodAfter(terms, period);
    await tx.query(ADVANCE_SCHEDULE, [scheduleId, next.from, next.sendAt]);
    if (noted) await tx.enqueue(SEND_REPORT, { clientId, dataEnv, deliveryId });
  }
}
