import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CampaignValidationResult } from '../../../api/generated';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { useNumbers } from '../../../texts/numbers';
import type { Campaign } from '../vocabulary';

/** Consequences of a launch, shown before it runs. */
export function Launch({
  campaign,
  validation,
}: {
  readonly campaign: Campaign;
  readonly validation: CampaignValidationResult;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { schedule_start_at_utc: start, schedule_end_at_utc: end } = campaign;
  return (
    <Panel title={t('campaigns.preview')}>
      <Text size="sm" c="dimmed">
        {t('campaigns.previewHelp')}
      </Text>
      <Facts
        caption={t('campaigns.preview')}
        rows={[
          [t('campaigns.field.scheduleStart'), start ? <Instant at={start} /> : t('campaigns.atOnce')],
          [t('campaigns.field.scheduleEnd'), end ? <Instant at={end} /> : t('campaigns.noEnd')],
          ...validation.info.map(
            ({ code, count: contacts, at_utc: at, message }) =>
              [
                t(`campaignWords.finding.${code}`, { defaultValue: message }),
                <>
                  {contacts !== null &&
                    t('campaigns.contactCount', { count: contacts, formatted: count(contacts) })}
                  {contacts !== null && at && ' · '}
                  {at && <Instant at={at} />}
                </>,
              ] as const,
          ),
        ]}
      />
    </Panel>
  );
}
