import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { workKind } from '../../../core/kernel/work-kind.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork } from '../../../core/work/work-handler.js';
import type { WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { BREAKER_WINDOW_SECONDS, isTripped } from './breaker.policy.js';
import type { RecentEnds } from './breaker.policy.js';
import { RECENT_ENDS } from './report.queries.js';

/** An attempt of the campaign has failed for a reason that has nothing to do with the person called. */
export const ATTEMPT_FAILED = workKind<{ readonly campaign_id: string }>('dispatch.attempt-failed', {
  // Failures come in crowds: those of a campaign are one look at it.
  batch: 1000,
});

/** Pauses campaigns whose calls fail too often (dispatch 4.6). */
@Injectable()
@HandlesWork()
export class Breaker implements WorkHandler<{ readonly campaign_id: string }> {
  readonly kind = ATTEMPT_FAILED;

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
    private readonly clock: Clock,
  ) {}

  async work({ auth, marks }: WorkLease<{ readonly campaign_id: string }>): Promise<void> {
    for (const id of new Set(marks.map(({ payload }) => payload.campaign_id))) await this.look(auth, id);
  }

  private look(auth: AuthContext, campaignId: string): Promise<unknown> {
    return this.stores.transaction(auth, async (tx) => {
      const campaign = await this.access.lock(tx, auth, campaignId);
      // What failed before it was resumed has been seen by the person who resumed it.
      const windowStart = this.clock.now().getTime() - BREAKER_WINDOW_SECONDS * 1000;
      const since = new Date(Math.max(windowStart, campaign.statusChangedAt.getTime()));
      const [ends] = await tx.query<RecentEnds>(RECENT_ENDS, [campaignId, since]);
      if (isTripped(ends!)) await this.statuses.apply(tx, auth, campaign, 'breaker_tripped');
    });
  }
}
