import type { StoreReader } from '../../../core/kernel/unit-of-work.js';
import { COUNTED_IN_SUMMARIES, countsIn, talliesOf } from '../rollup/campaign-counts.js';
import type { CampaignCounts } from '../rollup/campaign-counts.response.js';
import type { CompliancePolicy } from '../rules/campaign-settings.js';
import { washMaxAgeMs } from '../rules/registry.policy.js';
import { washState } from '../rules/wash-state.policy.js';
import { WASH_RECORDS } from './campaign-summary.queries.js';
import { CampaignSummary } from './campaign-summary.response.js';
import type { CampaignValidationState, CampaignWashSummary } from './campaign-summary.response.js';

/** A campaign's own row, as far as its summary shows it. */
export interface SummarisedCampaign {
  readonly campaignId: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string | null;
  readonly campaignType: string;
  readonly campaignCallType: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly statusChangedAt: Date;
  readonly priority: number;
  readonly timezone: string;
  readonly scheduleStartAt: Date | null;
  readonly scheduleEndAt: Date | null;
  readonly compliance: object;
  readonly lastRegistryWashRecordId: string | null;
  readonly validationStatus: string | null;
  readonly validatedAt: Date | null;
  readonly validationBlockerCount: number | null;
  readonly validationWarningCount: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface WashRow {
  readonly registry_wash_record_id: string;
  readonly washed_at: Date;
  readonly valid_until: Date;
  readonly numbers_submitted: number;
  readonly numbers_on_register: number;
}

/** Summaries of campaigns that were read in the same transaction, in their order: two statements more, for any number. */
export async function summariesOf(
  reader: StoreReader,
  campaigns: readonly SummarisedCampaign[],
  now: Date,
): Promise<CampaignSummary[]> {
  const ids = campaigns.map(({ campaignId }) => campaignId);
  const tallies = await talliesOf(reader, ids, COUNTED_IN_SUMMARIES);
  const washes = await washesOf(reader, campaigns);
  return campaigns.map((campaign) => {
    const counts = countsIn(tallies.get(campaign.campaignId)!);
    const wash = washes.get(campaign.lastRegistryWashRecordId ?? '') ?? null;
    return summaryOf(campaign, counts, washSummaryOf(campaign, wash, counts.total, now));
  });
}

async function washesOf(
  reader: StoreReader,
  campaigns: readonly SummarisedCampaign[],
): Promise<ReadonlyMap<string, WashRow>> {
  const ids = campaigns.map((it) => it.lastRegistryWashRecordId).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await reader.query<WashRow>(WASH_RECORDS, [ids]);
  return new Map(rows.map((row) => [row.registry_wash_record_id, row]));
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

const summaryOf = (
  campaign: SummarisedCampaign,
  counts: CampaignCounts,
  wash: CampaignWashSummary,
): CampaignSummary => ({
  campaign_id: campaign.campaignId,
  project_id: campaign.projectId,
  name: campaign.name,
  description: campaign.description,
  campaign_type: campaign.campaignType as CampaignSummary['campaign_type'],
  campaign_call_type: campaign.campaignCallType as CampaignSummary['campaign_call_type'],
  status: campaign.status as CampaignSummary['status'],
  status_reason: campaign.statusReason as CampaignSummary['status_reason'],
  status_changed_at_utc: campaign.statusChangedAt.toISOString(),
  priority: campaign.priority,
  timezone: campaign.timezone,
  counts,
  validation_state: {
    status: campaign.validationStatus as CampaignValidationState['status'],
    validated_at_utc: instant(campaign.validatedAt),
    blocker_count: campaign.validationBlockerCount,
    warning_count: campaign.validationWarningCount,
  },
  schedule_start_at_utc: instant(campaign.scheduleStartAt),
  schedule_end_at_utc: instant(campaign.scheduleEndAt),
  registry_wash_summary: wash,
  created_at_utc: campaign.createdAt.toISOString(),
  updated_at_utc: campaign.updatedAt.toISOString(),
});

function washSummaryOf(
  { compliance, lastRegistryWashRecordId }: SummarisedCampaign,
  wash: WashRow | null,
  contacts: number,
  now: Date,
): CampaignWashSummary {
  const record = wash && {
    washedAt: wash.washed_at,
    validUntil: wash.valid_until,
    numbersSubmitted: wash.numbers_submitted,
  };
  return {
    last_registry_wash_record_id: lastRegistryWashRecordId,
    washed_at_utc: instant(wash?.washed_at ?? null),
    valid_until_utc: instant(wash?.valid_until ?? null),
    numbers_submitted: wash?.numbers_submitted ?? null,
    numbers_on_register: wash?.numbers_on_register ?? null,
    state: washState(record, contacts, washMaxAgeMs(compliance as CompliancePolicy), now),
  };
}
