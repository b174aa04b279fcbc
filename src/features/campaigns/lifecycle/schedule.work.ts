import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { CAMPAIGN_DUE, enqueueAt } from '../lookup/enqueue-schedules.js';
import { Launches } from './launches.service.js';

type Campaign = Awaited<ReturnType<CampaignAccess['lock']>>;

/**
 * Work items become due by the store's clock. If ours is at most this much slow, the item is
 * rescheduled until ours has caught up. A later time means that the schedule was moved, and has its
 * own work item.
 */
const SKEW_MS = 60_000;

/**
 * Starts campaigns at the start of their schedule, and completes them at its end or when no contact
 * is left to call. It pauses campaigns whose evidence has expired, or whose client may no longer
 * dial (campaigns 9.5 to 9.7, 9.10, 9.14). It reads the current campaign, so a second, late or
 * concurrent run changes nothing.
 */
@HandlesWork()
export class CampaignSchedule implements WorkHandler<{ campaign_id: string }> {
  readonly kind = CAMPAIGN_DUE;

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
    private readonly launches: Launches,
    private readonly capacity: Capacity,
    private readonly clock: Clock,
  ) {}

  async work(lease: WorkLease<{ campaign_id: string }>): Promise<void> {
    const { auth, items } = lease;
    for (const { payload } of items) await this.look(auth, payload.campaign_id);
  }

  private async look(auth: AuthContext, campaignId: string): Promise<void> {
    const seen = await this.access
      .read(auth, campaignId, (_, campaign) => Promise.resolve(campaign))
      .catch(ifAbsent);
    if (seen === null) return;
    const project = seen.status === 'scheduled' ? await this.launches.prepare(auth, seen.projectId) : null;
    await this.stores.transaction(auth, async (tx) => {
      const campaign = await this.access.lock(tx, auth, campaignId);
      if (campaign.status === 'running') return this.end(tx, auth, campaign);
      // If it has been rescheduled since, there is a work item for that time.
      if (campaign.status !== 'scheduled' || project === null) return;
      if (await this.isAhead(tx, campaignId, campaign.scheduleStartAt)) return;
      await this.launches.attempt(tx, auth, campaign, { action: 'start_reached', project });
    });
  }

  private async end(tx: UnitOfWork, auth: AuthContext, campaign: Campaign): Promise<void> {
    const { campaignId, scheduleEndAt } = campaign;
    const hasEnded = scheduleEndAt !== null && !(await this.isAhead(tx, campaignId, scheduleEndAt));
    if (hasEnded) {
      await this.statuses.apply(tx, auth, campaign, 'end_passed');
      return;
    }
    const status = await this.statuses.advance(tx, auth, campaign);
    if (status === 'running' && !(await this.capacity.isConfigured(tx, campaign.projectId)))
      await this.statuses.apply(tx, auth, campaign, 'capacity_gone');
  }

  private async isAhead(tx: UnitOfWork, campaignId: string, at: Date | null): Promise<boolean> {
    const nowMs = this.clock.now().getTime();
    const leftMs = at === null ? 0 : at.getTime() - nowMs;
    // Enqueued once for the remaining time, and again if the store's clock is ahead.
    if (leftMs > 0 && leftMs <= SKEW_MS) await enqueueAt(tx, campaignId, new Date(nowMs + 2 * leftMs));
    return leftMs > 0;
  }
}

/** Nothing to do for a campaign that no longer exists. */
function ifAbsent(error: unknown): null {
  if (error instanceof PlatformError && error.entry.status === 404) return null;
  throw error;
}
