import { countsIn, tallyOf, type Counted } from '../counts/campaign-counts.js';
import type { CampaignCounts } from '../counts/campaign-counts.response.js';
import type { CompliancePolicy } from '../rules/campaign-settings.js';
import { washMaxAgeMs } from '../rules/eligibility/registry.policy.js';
import { washState } from '../rules/eligibility/wash-state.policy.js';
import { CampaignSummary } from './campaign-summary.response.js';
import type { CampaignValidationState, CampaignWashSummary } from './campaign-summary.response.js';

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
  readonly updatedBy: string | null;
}

/** The other columns of a summary: COUNTED_COLUMNS. The wash's columns are all set or all null. */
export interface CountedColumns {
  readonly counted: Counted;
  readonly washedAt: Date | null;
  readonly validUntil: Date | null;
  readonly numbersSubmitted: number | null;
  readonly numbersOnRegister: number | null;
}

export function summaryOf(campaign: SummarisedCampaign, beside: CountedColumns, now: Date): CampaignSummary {
  const counts = countsIn(tallyOf(beside.counted, campaign.status));
  return shown(campaign, counts, washSummaryOf(campaign, beside, counts.total, now));
}

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

const shown = (
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
  updated_by: campaign.updatedBy,
});

function washSummaryOf(
  { compliance, lastRegistryWashRecordId }: SummarisedCampaign,
  { washedAt, validUntil, numbersSubmitted, numbersOnRegister }: CountedColumns,
  contacts: number,
  now: Date,
): CampaignWashSummary {
  const record =
    washedAt === null ? null : { washedAt, validUntil: validUntil!, numbersSubmitted: numbersSubmitted! };
  return {
    last_registry_wash_record_id: lastRegistryWashRecordId,
    washed_at_utc: instant(washedAt),
    valid_until_utc: instant(validUntil),
    numbers_submitted: numbersSubmitted,
    numbers_on_register: numbersOnRegister,
    state: washState(record, contacts, washMaxAgeMs(compliance as CompliancePolicy), now),
  };
}
