import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { allows, statusesFor, type ControlAction } from '../rules/control.policy.js';
import type { CampaignDetail } from '../detail/campaign-detail.response.js';
import { CampaignDetails } from '../detail/campaign-details.service.js';
import type { LaunchResponse } from './control.response.js';
import { Launches } from './launches.service.js';

/** Runs, pauses, resumes and cancels campaigns (campaigns section 9). */
@Injectable()
export class ControlService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly statuses: CampaignStatuses,
    private readonly details: CampaignDetails,
    private readonly launches: Launches,
  ) {}

  /**
   * Launches a campaign if its validation finds no blocker; otherwise it stays unchanged (campaigns
   * 9.2).
   * @throws 404, 422 invalid_campaign_state
   */
  async launch(
    auth: AuthContext,
    campaignId: string,
    action: 'run' | 'resume',
    reservation: Reservation | null,
  ): Promise<LaunchResponse> {
    const { projectId } = await this.seen(auth, campaignId);
    const project = await this.launches.prepare(auth, projectId);
    return this.change(auth, campaignId, action, async (tx, campaign) => {
      const validation = await this.launches.attempt(tx, auth, campaign, { action, project });
      const changed = await this.access.find(tx, auth, campaignId);
      return tx.complete(reservation, { ...(await this.details.detailOf(tx, auth, changed)), validation });
    });
  }

  /**
   * Ends dialling without needing a key: the stored part of the response contains nothing sealed,
   * and sealed values that can be opened are added to it (campaigns 9.13). A campaign keeps its
   * sealed values, so a replay equals the first response.
   * @param replayed the stored part of the first response, if this is a replay
   * @throws 404, 422 invalid_campaign_state
   */
  async stop(
    auth: AuthContext,
    campaignId: string,
    action: 'pause' | 'cancel',
    { reservation, replayed }: { readonly reservation: Reservation | null; readonly replayed: unknown },
  ): Promise<CampaignDetail> {
    if (replayed !== null)
      return this.disclosed(auth, await this.seen(auth, campaignId), replayed as CampaignDetail);
    const { campaign, kept } = await this.change(auth, campaignId, action, async (tx, locked) => {
      await this.statuses.apply(tx, auth, locked, action);
      const changed = await this.access.find(tx, auth, campaignId);
      return {
        campaign: changed,
        kept: await tx.complete(reservation, await this.details.openOf(tx, changed)),
      };
    });
    return this.disclosed(auth, campaign, kept);
  }

  private async disclosed(
    auth: AuthContext,
    campaign: CampaignEntity,
    kept: CampaignDetail,
  ): Promise<CampaignDetail> {
    return { ...kept, compliance: await this.details.shownComplianceOf(auth, campaign) };
  }

  private seen(auth: AuthContext, campaignId: string): Promise<CampaignEntity> {
    return this.access.read(auth, campaignId, (_, campaign) => Promise.resolve(campaign));
  }

  /** Locks the campaign and applies the change if its status permits the action. */
  private change<T>(
    auth: AuthContext,
    campaignId: string,
    action: ControlAction,
    work: (tx: UnitOfWork, campaign: CampaignEntity) => Promise<T>,
  ): Promise<T> {
    return this.access.change(auth, campaignId, (tx, campaign) => {
      if (!allows(campaign.status, action)) throw notPossible(campaign.status, action);
      return work(tx, campaign);
    });
  }
}

const notPossible = (status: string, action: ControlAction): PlatformError =>
  new PlatformError(CAMPAIGN_ERRORS.invalidState, {
    message: `The campaign is ${status}. To ${action} it, it must be ${statusesFor(action).join(' or ')}.`,
  });
