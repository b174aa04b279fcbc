import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { SEALED, SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { Clock } from '../../../core/time/clock.js';
import type { CampaignEntity } from '../campaigns.entities.js';
import type {
  CompliancePolicy,
  PersonalizationKeys,
  RetryPolicy,
  VoicemailPolicy,
} from '../rules/campaign-settings.js';
import { CampaignDetail } from './campaign-detail.response.js';
import { COUNTED_CAMPAIGN } from './campaign-summary.queries.js';
import { summaryOf, type CountedColumns, type SummarisedCampaign } from './campaign-summary.js';
import { statusLogOf, toChanges, type LoggedChange } from './status-log.js';
import type { CampaignStatusChange } from './status-log.response.js';
import { complianceSealContext, PERSONAL_COMPLIANCE } from './compliance-seal.js';

type ShownColumns = SummarisedCampaign &
  Pick<
    CampaignEntity,
    | 'startedAt'
    | 'completedAt'
    | 'retryPolicy'
    | 'voicemailPolicy'
    | 'personalization'
    | 'allowRepeatedNumbers'
    | 'compliance'
  >;

export type ShownCampaign = ShownColumns &
  CountedColumns & { readonly statusLog: readonly LoggedChange[] | null };

/** Shows single campaigns: the response of every route about one (campaigns 2.6). */
@Injectable()
export class CampaignDetails {
  constructor(
    private readonly sealed: SealedValues,
    private readonly clock: Clock,
  ) {}

  /** Loads the tenant's keys, so that the transaction of `detailOf` does not wait for them. */
  prepare(auth: AuthContext): Promise<void> {
    return this.sealed.prepare(auth);
  }

  /**
   * A campaign in the reader's transaction.
   * @param campaign as read or written in that transaction
   * @throws 503 if its sealed values cannot be opened, or without the tenant's key
   */
  async detailOf(reader: StoreReader, auth: AuthContext, campaign: CampaignEntity): Promise<CampaignDetail> {
    return { ...(await this.openOf(reader, campaign)), compliance: await this.complianceOf(auth, campaign) };
  }

  /** The same without its sealed values, so that no key is needed. */
  async openOf(reader: StoreReader, campaign: CampaignEntity): Promise<CampaignDetail> {
    const [beside] = await reader.query<CountedColumns>(COUNTED_CAMPAIGN, [campaign.campaignId]);
    return this.shown(campaign, beside!, await statusLogOf(reader, campaign.campaignId));
  }

  /**
   * Like `detailOf`, for a campaign that was read together with everything that its detail shows.
   * @throws 503 as `detailOf`
   */
  async ofRow(auth: AuthContext, row: ShownCampaign): Promise<CampaignDetail> {
    const compliance = await this.shownComplianceOf(auth, row);
    return { ...this.shown(row, row, toChanges(row.statusLog ?? [])), compliance };
  }

  private shown(campaign: ShownColumns, beside: CountedColumns, log: CampaignStatusChange[]): CampaignDetail {
    const { [SEALED]: _sealed, ...open } = campaign.compliance as Record<string, unknown>;
    return {
      ...summaryOf(campaign, beside, this.clock.now()),
      started_at_utc: campaign.startedAt?.toISOString() ?? null,
      completed_at_utc: campaign.completedAt?.toISOString() ?? null,
      retry_policy: campaign.retryPolicy as RetryPolicy,
      voicemail_policy: campaign.voicemailPolicy as VoicemailPolicy,
      personalization: copyOf(campaign.personalization as PersonalizationKeys),
      allow_repeated_numbers: campaign.allowRepeatedNumbers,
      compliance: { ...NOTHING_DISCLOSED, ...open } as CompliancePolicy,
      last_registry_wash_record_id: campaign.lastRegistryWashRecordId,
      status_log: log,
    };
  }

  /** A campaign's compliance policy with its sealed values opened. @throws 503 as `detailOf` */
  async complianceOf(
    auth: AuthContext,
    { campaignId, compliance }: Pick<CampaignEntity, 'campaignId' | 'compliance'>,
  ): Promise<CompliancePolicy> {
    const opened = await this.sealed.openDocument(
      auth,
      complianceSealContext(auth, campaignId),
      compliance as Record<string, unknown>,
    );
    return { ...NOTHING_DISCLOSED, ...opened } as CompliancePolicy;
  }

  /**
   * The same, with null for values that cannot be opened, even if the key is unavailable (privacy
   * 3.7).
   */
  async shownComplianceOf(
    auth: AuthContext,
    { campaignId, compliance }: Pick<CampaignEntity, 'campaignId' | 'compliance'>,
  ): Promise<CompliancePolicy> {
    const place = complianceSealContext(auth, campaignId);
    const shown = await this.sealed.showDocument(auth, place, compliance as Record<string, unknown>);
    return { ...NOTHING_DISCLOSED, ...shown } as CompliancePolicy;
  }

  /** A policy in its stored form. @throws KeyUnavailableError (503) without the tenant's key */
  async sealCompliance(auth: AuthContext, campaignId: string, policy: CompliancePolicy): Promise<object> {
    const place = complianceSealContext(auth, campaignId);
    return this.sealed.sealDocument(auth, place, PERSONAL_COMPLIANCE, { ...policy });
  }
}

/** The sealed fields as null, to hide even whether they have a value. */
const NOTHING_DISCLOSED = { cli_return_number: null, cli_authorizer_name: null } as const;

const copyOf = ({ required_keys, allowed_keys }: PersonalizationKeys) => ({
  required_keys: [...required_keys],
  allowed_keys: [...allowed_keys],
});
