import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { OWED, workKind } from '../../../core/shared/work-kind.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { CampaignAccess } from '../../campaigns/lookup/campaign-access.service.js';
import { CAMPAIGN_PROGRESS } from '../../campaigns/lookup/campaign-status.queries.js';
import { CampaignStatuses } from '../../campaigns/lookup/campaign-status.service.js';
import { actionFor, type CampaignProgress } from '../../campaigns/rules/eligibility/lapse.policy.js';
import { BREAKER_WINDOW_SECONDS, isTripped, type RecentEnds } from '../rules/breaker.policy.js';
import { RECENT_ENDS } from '../lookup/report.queries.js';

export const ATTEMPT_ENDED = workKind<{ readonly campaign_id: string }>('dispatch.attempt-ended', {
  ...OWED,
  // Ends come in bursts: those of one campaign are handled together.
  batch: 1000,
});

/**
 * How long after an end the campaign is checked. Delayed work items do not wake a worker, so
 * reports do not queue for the lock that PostgreSQL takes to notify, and a thousand ends in a
 * second cause one check.
 */
export const LOOK_AFTER_MS = 1_000;

/**
 * Pauses campaigns whose calls fail too often (dispatch 4.6), and advances those that have no
 * contact left, or whose evidence has expired (campaigns 9.7, 9.14).
 */
@HandlesWork()
export class AdvanceCampaigns implements WorkHandler<{ readonly campaign_id: string }> {
  readonly kind = ATTEMPT_ENDED;

  constructor(
    private readonly stores: TenantStores,
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
    private readonly clock: Clock,
  ) {}

  async work({ auth, items }: WorkLease<{ readonly campaign_id: string }>): Promise<void> {
    for (const id of new Set(items.map(({ payload }) => payload.campaign_id))) await this.look(auth, id);
  }

  /** Reads first without a lock, because claims skip a locked campaign. */
  private async look(auth: AuthContext, campaignId: string): Promise<void> {
    if ((await this.stores.read(auth, (db) => this.actionFor(db, campaignId))) === null) return;
    await this.stores.transaction(auth, async (tx) => {
      const campaign = await this.access.lock(tx, auth, campaignId);
      const action = await this.actionFor(tx, campaignId);
      if (action !== null) await this.statuses.apply(tx, auth, campaign, action);
    });
  }

  private async actionFor(
    db: StoreReader,
    campaignId: string,
  ): Promise<'breaker_tripped' | ReturnType<typeof actionFor>> {
    const now = this.clock.now();
    const windowStart = new Date(now.getTime() - BREAKER_WINDOW_SECONDS * 1000);
    const [ends] = await db.query<RecentEnds>(RECENT_ENDS, [campaignId, windowStart]);
    // The campaign is not running.
    if (!ends) return null;
    if (isTripped(ends)) return 'breaker_tripped';
    const [progress] = await db.query<CampaignProgress>(CAMPAIGN_PROGRESS, [campaignId]);
    return actionFor(progress!, now);
  }
}
