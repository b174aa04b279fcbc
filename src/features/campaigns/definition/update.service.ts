import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { readInstant } from '../../../core/time/iso-date-time.policy.js';
import { CampaignEntity } from '../campaigns.entities.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { enqueueSchedule } from '../lookup/enqueue-schedules.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { logAction } from './log-action.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { scheduleFault } from '../rules/schedule.policy.js';
import type { CampaignStatus } from '../rules/statuses.js';
import type { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignDetails } from '../detail/campaign-details.service.js';
import { UPDATABLE_FIELDS, type UpdateCampaignRequest } from './update.request.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Statuses in which a campaign's own fields may change (campaigns 2.8). */
const EDITABLE: readonly string[] = ['draft', 'scheduled', 'paused'] satisfies CampaignStatus[];

/** Changes a campaign's own fields (campaigns 2.8). */
@Injectable()
export class UpdateCampaignService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly details: CampaignDetails,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the sent fields, with an audit row.
   * @throws 422 for a body without a field, a schedule that would end before it starts, and a
   *   status that permits no change (invalid_campaign_state); 404
   */
  async update(
    auth: AuthContext,
    campaignId: string,
    request: UpdateCampaignRequest,
    reservation: Reservation | null,
  ): Promise<CampaignDetail> {
    const sent = UPDATABLE_FIELDS.filter((field) => request[field] !== undefined);
    if (sent.length === 0) throw nothingSent();
    await this.details.prepare(auth);
    return this.access.change(auth, campaignId, async (tx, campaign) => {
      if (!EDITABLE.includes(campaign.status)) throw notEditable(campaign.status);
      const changed = {
        ...changedBy(campaign, request, this.clock.now()),
        updatedBy: auth.principal.id,
      };
      await store(tx, auth, changed, sent);
      await enqueueSchedule(tx, changed);
      return tx.complete(reservation, await this.details.detailOf(tx, auth, changed));
    });
  }
}

/**
 * The campaign with the sent fields.
 * @throws 422 for a schedule that would end before it starts
 */
function changedBy(campaign: CampaignEntity, request: UpdateCampaignRequest, now: Date): CampaignEntity {
  const { name, description, priority } = request;
  const scheduleStartAt = sentInstant(request.schedule_start_at_utc, campaign.scheduleStartAt);
  const scheduleEndAt = sentInstant(request.schedule_end_at_utc, campaign.scheduleEndAt);
  const fault = scheduleFault(scheduleStartAt, scheduleEndAt);
  if (fault !== null) throw unprocessable(fault);
  return {
    ...campaign,
    name: name ?? campaign.name,
    description: description === undefined ? campaign.description : description,
    priority: priority ?? campaign.priority,
    scheduleStartAt,
    scheduleEndAt,
    revision: campaign.revision + 1,
    updatedAt: now,
  };
}

const sentInstant = (sent: string | null | undefined, kept: Date | null): Date | null => {
  if (sent === undefined) return kept;
  return sent === null ? null : readInstant(sent);
};

async function store(
  tx: UnitOfWork,
  auth: AuthContext,
  changed: CampaignEntity,
  sent: readonly string[],
): Promise<void> {
  const {
    campaignId,
    name,
    description,
    priority,
    scheduleStartAt,
    scheduleEndAt,
    revision,
    updatedAt,
    updatedBy,
  } = changed;
  await tx
    .repo(CampaignEntity)
    .update(
      { campaignId },
      { name, description, priority, scheduleStartAt, scheduleEndAt, revision, updatedAt, updatedBy },
    );
  await logAction(tx, auth, changed, { action: 'edit', at: updatedAt });
  await tx.auditDone(CAMPAIGN_ACTIONS.updated, {
    campaign_id: campaignId,
    changed: sent.join(' '),
    revision,
  });
}

const nothingSent = (): PlatformError =>
  unprocessable({
    loc: ['body'],
    message: `must have at least one of ${UPDATABLE_FIELDS.join(', ')}`,
    type: 'missing',
  });

const notEditable = (status: string): PlatformError =>
  new PlatformError(CAMPAIGN_ERRORS.invalidState, {
    message: `The campaign is ${status}; it can be changed only in draft, scheduled or paused.`,
  });
