import type { TFunction } from 'i18next';
import type { CampaignSummary } from '../../api/generated';

/** The last change of a campaign that its record shows: of its status, or of its settings. */
export const changeOfCampaign = (
  t: TFunction,
  {
    status,
    status_changed_at_utc: statusAt,
    created_at_utc: createdAt,
    updated_at_utc: at,
  }: Pick<CampaignSummary, 'status' | 'status_changed_at_utc' | 'created_at_utc' | 'updated_at_utc'>,
): string =>
  at === createdAt
    ? t('campaigns.change.created')
    : at === statusAt
      ? t('campaigns.change.status', { status: t(`words.campaign.${status}`) })
      : t('campaigns.change.content');
