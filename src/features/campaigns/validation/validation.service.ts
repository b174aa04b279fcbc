import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { CampaignValidation } from './campaign-validation.service.js';
import type { CampaignValidationResult } from '../detail/campaign-validation.response.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Shows and stores whether a campaign may be launched (campaigns section 6). */
@Injectable()
export class ValidationService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly stores: TenantStores,
    private readonly validation: CampaignValidation,
  ) {}

  /** @throws 404, 503 when a store does not answer */
  async read(auth: AuthContext, campaignId: string): Promise<CampaignValidationResult> {
    const project = await this.projectOf(auth, campaignId);
    // Validating many contacts takes longer than the timeout that detects a dead store.
    const { response } = await this.stores.read(
      auth,
      async (db) => this.validation.validate(db, auth, await this.access.find(db, auth, campaignId), project),
      { isLong: true },
    );
    return response;
  }

  /**
   * Validates a campaign again, and stores the result with the campaign and its contacts, and in
   * the audit trail.
   * @throws 404, 503 if a store does not answer
   */
  async validate(
    auth: AuthContext,
    campaignId: string,
    reservation: Reservation | null,
  ): Promise<CampaignValidationResult> {
    const project = await this.projectOf(auth, campaignId);
    return this.stores.transaction(auth, async (tx) => {
      const campaign = await this.access.lock(tx, auth, campaignId);
      const outcome = await this.validation.validate(tx, auth, campaign, project);
      await this.validation.record(tx, campaign, outcome);
      const { status, blockers, warnings } = outcome.response;
      await tx.auditDone(CAMPAIGN_ACTIONS.validated, {
        campaign_id: campaignId,
        project_id: campaign.projectId,
        status,
        blockers: blockers.map(({ code }) => code).join(' '),
        warnings: warnings.map(({ code }) => code).join(' '),
      });
      return tx.complete(reservation, outcome.response);
    });
  }

  private async projectOf(auth: AuthContext, campaignId: string) {
    const projectId = await this.access.read(auth, campaignId, (_, campaign) =>
      Promise.resolve(campaign.projectId),
    );
    return this.validation.prepare(auth, projectId);
  }
}
