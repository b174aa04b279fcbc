import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { Clock } from '../../../core/time/clock.js';
import { UsageCaps } from '../../billing/usage-alerts/usage-caps.service.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import { PublishedRuntimes } from '../../runtime/lookup/published-runtimes.service.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { launchInstant } from '../rules/schedule.policy.js';
import { FIRST } from '../lookup/enqueue-closing.js';
import { enqueueDecisions } from './enqueue-decisions.js';
import { enqueueAt } from '../lookup/enqueue-schedules.js';
import { AT_ONCE } from '../rules/closing.policy.js';
import { campaignFacts } from '../rules/eligibility/facts-of.js';
import { CLOSED_STATUSES } from '../rules/statuses.js';
import { runtimeGaps } from '../rules/eligibility/runtime-gap.policy.js';
import { CampaignDetails } from '../detail/campaign-details.service.js';
import { COUNTED_CAMPAIGN } from '../detail/campaign-summary.queries.js';
import { summaryOf, type CountedColumns } from '../detail/campaign-summary.js';
import { CONTACT_GROUPS, STORE_REASONS, STORE_VALIDATION } from './contact-groups.queries.js';
import { bordersOf, decideGroups, type ContactGroupRow, type DecidedContacts } from './contact-groups.js';
import { validationOf, type ProjectFindings } from './findings.policy.js';
import type { CampaignValidationResult } from '../detail/campaign-validation.response.js';

export interface ValidationOutcome {
  readonly response: CampaignValidationResult;
  readonly changed: DecidedContacts['changed'];
  /** Whether at least one contact may be called then or in the hours after it. */
  readonly isAnyoneCallable: boolean;
  readonly borders: readonly unknown[];
  /** The launch instant to validate for. */
  readonly launchAt: Date;
  readonly validatedAt: Date;
}

/** Validates campaigns, for its routes and for launches (campaigns section 6). */
@Injectable()
export class CampaignValidation {
  constructor(
    private readonly runtimes: PublishedRuntimes,
    private readonly details: CampaignDetails,
    private readonly capacity: Capacity,
    private readonly caps: UsageCaps,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads what a transaction of the tenant's store must not wait for; call it before the
   * transaction begins.
   * @throws 503 if the published configuration cannot be opened
   */
  async prepare(auth: AuthContext, projectId: string): Promise<ProjectFindings> {
    const [runtime, isUsageCapped] = await Promise.all([
      this.runtimes.of(auth, projectId),
      this.caps.isCapped(auth, projectId),
      this.details.prepare(auth),
    ]);
    return { gaps: runtimeGaps(runtime), compliance: runtime?.version?.compliance ?? null, isUsageCapped };
  }

  /**
   * Validates a campaign in the reader's transaction, for the launch at the start of its schedule,
   * or now if that has passed. It changes nothing.
   * @param project the result of `prepare`
   * @throws 503 if the campaign's sealed values cannot be opened
   */
  async validate(
    reader: StoreReader,
    auth: AuthContext,
    campaign: CampaignEntity,
    project: ProjectFindings,
  ): Promise<ValidationOutcome> {
    const now = this.clock.now();
    const launchAt = launchInstant(campaign.scheduleStartAt, now);
    const facts = campaignFacts(campaign);
    const borders = bordersOf(campaign.campaignId, facts, launchAt);
    const [beside] = await reader.query<CountedColumns>(COUNTED_CAMPAIGN, [campaign.campaignId]);
    const summary = summaryOf(campaign, beside!, launchAt);
    const disclosed = await this.details.complianceOf(auth, campaign);
    const capacity = await this.capacity.limitsOf(reader, campaign.projectId);
    const isOver = CLOSED_STATUSES.includes(facts.status);
    // The contacts of a finished campaign are closed after its end (campaigns 9.9), so the
    // remaining ones do not count.
    const groups = isOver ? [] : await reader.query<ContactGroupRow>(CONTACT_GROUPS, borders);
    const { tally, changed } = await decideGroups(groups, facts, launchAt);
    const response = validationOf({
      campaignId: campaign.campaignId,
      scheduleEndAt: campaign.scheduleEndAt,
      now,
      launchAt,
      isOver,
      contacts: summary.counts.total,
      wash: summary.registry_wash_summary.state,
      tally,
      disclosed,
      project,
      capacity: capacity?.available ?? null,
    });
    const isAnyoneCallable = tally.callable + tally.deferred > 0;
    return { response, changed, isAnyoneCallable, borders, launchAt, validatedAt: now };
  }

  /**
   * Stores the result of a validation with the campaign, and changed lasting reasons with its
   * contacts (campaigns 6.6). A worker changes many contacts, batch by batch. Lock the campaign
   * before you validate it.
   */
  async record(tx: UnitOfWork, { campaignId }: CampaignEntity, outcome: ValidationOutcome): Promise<void> {
    const { response, changed, isAnyoneCallable, borders, launchAt, validatedAt } = outcome;
    // A campaign that runs or is being launched may have completed, or its evidence may have lapsed
    // (campaigns 9.7, 9.14).
    if (!isAnyoneCallable || response.status === 'blocked') await enqueueAt(tx, campaignId, null);
    const contacts = changed.reduce((sum, group) => sum + group.contacts, 0);
    const isInPieces = contacts > AT_ONCE;
    await tx.query(STORE_VALIDATION, [
      campaignId,
      response.status,
      validatedAt,
      response.blockers.length,
      response.warnings.length,
      isInPieces,
    ]);
    if (isInPieces) {
      const [since, at] = [validatedAt.getTime(), launchAt.getTime()];
      await enqueueDecisions(tx, { campaign_id: campaignId, since, at, after: FIRST });
      return;
    }
    if (changed.length === 0) return;
    const keys = changed.map(({ key }) => key);
    const reasons = changed.map(({ reason }) => reason);
    await tx.query(STORE_REASONS, [...borders, keys, reasons, validatedAt]);
  }
}
