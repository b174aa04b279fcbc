import { Injectable } from '@nestjs/common';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS, HOUR_MS } from '../../../core/time/wall-clock.policy.js';
import { LinkedCalls, type PastDials } from '../../calls/linked-calls/linked-calls.service.js';
import { Capacity } from '../../capacity/slots/capacity.service.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import { launchInstant } from '../rules/schedule.policy.js';
import { COUNTED_CAMPAIGN } from '../detail/campaign-summary.queries.js';
import type { CountedColumns } from '../detail/campaign-summary.js';
import { CampaignAccess } from '../lookup/campaign-access.service.js';
import { campaignFacts } from '../rules/eligibility/facts-of.js';
import { CLOSED_STATUSES } from '../rules/statuses.js';
import { factsOf, type DecidedAlike } from './contact-groups.js';
import { estimateLaunch, type LaunchEstimate } from './launch-estimate.policy.js';
import {
  bordersOfWindow,
  endOf,
  hoursOfContact,
  windowFrom,
  type PreviewWindow,
} from './launch-preview.policy.js';
import { WAITING_GROUPS } from './launch-preview.queries.js';
import type { CampaignLaunchPreview } from './launch-preview.response.js';

/** How far back calls are used to predict the next ones. */
const PAST_MS = 30 * DAY_MS;

/** Contacts with the same decision throughout the window. */
interface WaitingGroup extends DecidedAlike {
  readonly due: Date;
}

/** Shows the hours in which the contacts of a campaign may be called (campaigns 6.7). */
@Injectable()
export class LaunchPreviewService {
  constructor(
    private readonly access: CampaignAccess,
    private readonly stores: TenantStores,
    private readonly capacity: Capacity,
    private readonly calls: LinkedCalls,
    private readonly clock: Clock,
  ) {}

  /** @throws 404, 503 when a store does not answer */
  preview(auth: AuthContext, campaignId: string, hours: number): Promise<CampaignLaunchPreview> {
    // For many contacts it takes longer than a dead store's deadline.
    return this.stores.read(
      auth,
      async (db) => this.previewOf(db, await this.access.find(db, auth, campaignId), hours),
      { isLong: true },
    );
  }

  private async previewOf(
    db: StoreReader,
    campaign: CampaignEntity,
    hours: number,
  ): Promise<CampaignLaunchPreview> {
    const now = this.clock.now();
    const window = windowFrom(launchInstant(campaign.scheduleStartAt, now), hours);
    const capacity = await this.capacity.limitsOf(db, campaign.projectId);
    const past = await this.calls.latestDials(db, campaign.projectId, new Date(now.getTime() - PAST_MS));
    const counts = await this.countsOf(db, campaign, window);
    const concurrentCalls = capacity?.limit ?? null;
    const estimate = estimateLaunch(
      {
        launchAt: window.launchAt,
        scheduleEndAt: campaign.scheduleEndAt,
        retry: campaignFacts(campaign).retryPolicy,
        concurrentCalls,
        contacts: counts.callable_contacts + counts.later_contacts,
        hours: counts.hours.map(({ starts_at_utc: at, contacts }) => ({ startsAt: new Date(at), contacts })),
      },
      past,
    );
    return {
      campaign_id: campaign.campaignId,
      launch_at_utc: window.launchAt.toISOString(),
      ...counts,
      concurrent_calls: concurrentCalls,
      estimate: shownEstimate(estimate, past),
    };
  }

  private async countsOf(db: StoreReader, campaign: CampaignEntity, window: PreviewWindow) {
    const facts = campaignFacts(campaign);
    const [beside] = await db.query<CountedColumns>(COUNTED_CAMPAIGN, [campaign.campaignId]);
    const wash = { callType: facts.callType, compliance: facts.compliance, ...beside! };
    const { lapsed, stale, given } = bordersOfWindow(window, facts);
    // The contacts of an ended campaign are closed after its end (campaigns 9.9).
    const groups = CLOSED_STATUSES.includes(facts.status)
      ? []
      : await db.query<WaitingGroup>(WAITING_GROUPS, [
          campaign.campaignId,
          window.launchAt,
          endOf(window),
          lapsed,
          stale,
          given,
        ]);
    const perHour = Array.from({ length: window.hours }, () => 0);
    const reasons: Record<string, number> = {};
    const sums = { contacts: 0, callable_contacts: 0, later_contacts: 0 };
    const slices = new Cooperative();
    for (const group of groups) {
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
      const { contacts } = group;
      const found = hoursOfContact(factsOf(group), group.due, facts, wash, window);
      sums.contacts += contacts;
      for (const hour of found.hours) perHour[hour]! += contacts;
      if (found.hours.length > 0) sums.callable_contacts += contacts;
      else if (found.reason === null) sums.later_contacts += contacts;
      else reasons[found.reason] = (reasons[found.reason] ?? 0) + contacts;
    }
    return {
      ...sums,
      not_callable_by_reason: reasons,
      hours: perHour.map((contacts, hour) => ({
        starts_at_utc: new Date(window.firstHourAt.getTime() + hour * HOUR_MS).toISOString(),
        contacts,
      })),
    };
  }
}

function shownEstimate(it: LaunchEstimate, past: PastDials): CampaignLaunchPreview['estimate'] {
  const perCall = (sum: number, digits: number): number | null =>
    past.calls === 0 ? null : Number((sum / past.calls).toFixed(digits));
  return {
    ends_at_utc: it.endsAt?.toISOString() ?? null,
    end_unknown: it.endUnknown,
    calls: it.calls,
    contacts_left: it.contactsLeft,
    cost: it.cost,
    cost_unknown: it.costUnknown,
    basis: {
      calls: past.calls,
      since_utc: past.since?.toISOString() ?? null,
      average_seconds: perCall(past.seconds, 0),
      answered_percent: perCall(past.answered * 100, 1),
    },
  };
}
