import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { CampaignStatuses } from '../lookup/campaign-status.service.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import type { CampaignValidationResult } from '../detail/campaign-validation.response.js';
import { CampaignValidation } from '../validation/campaign-validation.service.js';

type Campaign = Awaited<ReturnType<CampaignAccess['lock']>>;
type Project = Awaited<ReturnType<CampaignValidation['prepare']>>;

/** Validates campaigns again and starts those that nothing blocks (campaigns 9.2, 9.5). */
@Injectable()
export class Launches {
  constructor(
    private readonly projects: ProjectFacts,
    private readonly validation: CampaignValidation,
    private readonly statuses: CampaignStatuses,
    private readonly clock: Clock,
  ) {}

  /** Call it before the transaction. */
  prepare(auth: AuthContext, projectId: string): Promise<Project> {
    return this.validation.prepare(auth, projectId);
  }

  /** @param campaign as read under its lock, in a status that permits the action */
  async attempt(
    tx: UnitOfWork,
    auth: AuthContext,
    campaign: Campaign,
    { action, project }: { readonly action: 'run' | 'resume' | 'start_reached'; readonly project: Project },
  ): Promise<CampaignValidationResult> {
    // Checked again under the campaign's lock, which the job that stops campaigns of archived
    // projects waits for.
    const isArchived = await this.projects.isArchived(auth, campaign.projectId);
    const known =
      isArchived && !project.gaps.includes('project_archived')
        ? { ...project, gaps: ['project_archived' as const, ...project.gaps] }
        : project;
    const outcome = await this.validation.validate(tx, auth, campaign, known);
    await this.validation.record(tx, campaign, outcome);
    const { response } = outcome;
    const isBlocked = response.status === 'blocked';
    const { scheduleStartAt } = campaign;
    const isStartAhead = scheduleStartAt !== null && scheduleStartAt > this.clock.now();
    if (isBlocked) await this.auditBlocked(tx, campaign, response, action);
    await this.statuses.apply(tx, auth, campaign, action, { isBlocked, isStartAhead });
    return response;
  }

  private auditBlocked(
    tx: UnitOfWork,
    { campaignId, projectId }: Campaign,
    { status, blockers, warnings }: CampaignValidationResult,
    action: string,
  ): Promise<void> {
    return tx.auditDone(CAMPAIGN_ACTIONS.validated, {
      campaign_id: campaignId,
      project_id: projectId,
      status,
      blockers: blockers.map(({ code }) => code).join(' '),
      warnings: warnings.map(({ code }) => code).join(' '),
      control: action,
    });
  }
}
