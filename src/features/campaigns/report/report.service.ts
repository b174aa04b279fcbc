import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { LookupCache } from '../../../core/database/lookup-cache.js';
import { Clock } from '../../../core/time/clock.js';
import { LinkedCalls } from '../../calls/linked-calls/linked-calls.service.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { countsIn, tallyOf, type Counted, type Tally } from '../counts/campaign-counts.js';
import { CONTACT_STATUSES } from '../rules/statuses.js';
import type { CampaignValidationResult } from '../detail/campaign-validation.response.js';
import { ValidationService } from '../validation/validation.service.js';
import { REPORTED_CAMPAIGN } from './report.queries.js';
import type { CampaignReport } from './report.response.js';

interface Reported {
  readonly campaignId: string;
  readonly projectId: string;
  readonly status: string;
  readonly updatedAt: Date;
  readonly due: number;
  readonly counted: Counted;
}

// A report validates its campaign, which takes seconds for a million contacts. A caller who polls
// gets a new validation at this interval, or sooner after a change of the campaign or its counts.
const NOW = { maxAgeMs: 10_000, refreshAfterMs: 10_000, maxEntries: 200 };

/**
 * Shows the progress of a campaign, from counts maintained by its writes (campaigns section 10).
 */
@Injectable()
export class ReportService {
  private readonly validations: LookupCache<CampaignValidationResult>;

  constructor(
    private readonly access: CampaignAccess,
    private readonly calls: LinkedCalls,
    private readonly validation: ValidationService,
    private readonly clock: Clock,
  ) {
    this.validations = new LookupCache(clock, NOW);
  }

  /** @throws 404, 503 when a store does not answer */
  async report(auth: AuthContext, campaignId: string): Promise<CampaignReport> {
    const now = this.clock.now();
    const query = { ...REPORTED_CAMPAIGN, values: [campaignId, now] };
    const { version, ...report } = await this.access.readShownWith(
      auth,
      campaignId,
      query,
      async (campaign: Reported, db) => ({
        campaign_id: campaign.campaignId,
        generated_at_utc: now.toISOString(),
        ...countedIn(tallyOf(campaign.counted, campaign.status)),
        linked_calls: await this.calls.of(db, campaign),
        retry_due_total: campaign.due,
        voicemail_ivr_counts: {},
        version: versionOf(campaign),
      }),
    );
    return { ...report, validation: await this.asOfNow(auth, report.campaign_id, version) };
  }

  /**
   * Only for callers who have passed the checks.
   * @param version of the campaign, which changes with its writes
   */
  private async asOfNow(
    auth: AuthContext,
    campaignId: string,
    version: string,
  ): Promise<CampaignValidationResult> {
    const key = JSON.stringify([auth.clientId, auth.dataEnv, campaignId, version]);
    const ask = async () => ({ value: await this.validation.read(auth, campaignId) });
    return (await this.validations.find(key, ask))!;
  }
}

/**
 * The state for which a validation is cached. While a campaign is dialled its counts change with
 * every call, and are left out.
 */
const versionOf = ({ updatedAt, status, counted }: Reported): string =>
  JSON.stringify([updatedAt, status, status === 'running' ? null : counted]);

function countedIn(tally: Tally) {
  const counts = countsIn(tally);
  return {
    contact_status_counts: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, counts[status]])),
    callable_counts: {
      callable: counts.callable,
      not_callable: counts.not_callable,
      by_reason: some(tally.reason),
    },
    disposition_counts: some(tally.disposition),
    registry_status_counts: some(tally.registry),
  };
}

/** Omits counts that have returned to zero. */
const some = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
