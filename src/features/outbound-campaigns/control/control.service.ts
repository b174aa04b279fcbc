import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { PlatformError } from '../../../core/kernel/platform-error.js';
import type { Reservation } from '../../../core/kernel/reservation.js';
import type { UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { CAMPAIGN_ERRORS } from '../outbound-campaigns.errors.js';
import { allows, statusesFor } from '../rules/control.policy.js';
import type { ControlAction } from '../rules/control.policy.js';
import type { CampaignDetail } from '../snapshot/campaign-detail.response.js';
import { CampaignDetails } from '../snapshot/campaign-details.service.js';
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
   * Launches a campaign where its validation finds nothing against it; else it stays as it is (campaigns 9.2).
   * @throws 404, 422 invalid_campaign_state
   */
  async launch(
    auth: AuthContext,
    campaignId: string,
    action: 'run' | 'resume',
    reservation: Reservation | null,
  ): Promise<LaunchResponse> {
    const { projectId } = await this.access.read(auth, campaignId, (_, campaign) =>
      Promise.resolve(campaign),
    );
    const project = await this.launches.prepare(auth, projectId);
    return this.change(auth, campaignId, action, reservation, async (tx, campaign) => ({
      validation: await this.launches.attempt(tx, auth, campaign, { action, project }),
    }));
  }

  /** @throws 404, 422 invalid_campaign_state */
  async stop(
    auth: AuthContext,
    campaignId: string,
    action: 'pause' | 'cancel',
    reservation: Reservation | null,
  ): Promise<CampaignDetail> {
    await this.details.prepare(auth);
    return this.change(auth, campaignId, action, reservation, async (tx, campaign) => {
      await this.statuses.apply(tx, auth, campaign, action);
      return {};
    });
  }

  /** What was done and the answer that tells of it are kept together. */
  private change<T extends object>(
    auth: AuthContext,
    campaignId: string,
    action: ControlAction,
    reservation: Reservation | null,
    work: (tx: UnitOfWork, campaign: CampaignEntity) => Promise<T>,
  ): Promise<CampaignDetail & T> {
    return this.access.change(auth, campaignId, async (tx, campaign) => {
      if (!allows(campaign.status, action)) throw notPossible(campaign.status, action);
      const done = await work(tx, campaign);
      const changed = await this.access.find(tx, auth, campaignId);
      return tx.complete(reservation, { ...(await this.details.detailOf(tx, auth, changed)), ...done });
    });
  }
}

const notPossible = (status: string, action: ControlAction): PlatformError =>
  new PlatformError(CAMPAIGN_ERRORS.invalidState, {
    message: `The campaign is ${status}. To ${action} it, it has to be ${statusesFor(action).join(' or ')}.`,
  });
