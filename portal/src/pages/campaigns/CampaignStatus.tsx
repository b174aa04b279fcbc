import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../parts/values/StatusLabel';
import type { Campaign } from './vocabulary';

/** The status of a campaign, with the reason if the platform set it. */
export function CampaignStatus({
  status,
  reason,
}: {
  readonly status: Campaign['status'];
  readonly reason: Campaign['status_reason'];
}) {
  const { t } = useTranslation();
  return (
    <Stack gap={0}>
      <StatusLabel kind="campaign" value={status} />
      {reason !== null && reason !== 'user' && (
        <Text size="xs" c="dimmed">
          {t(`words.campaignReason.${reason}`)}
        </Text>
      )}
    </Stack>
  );
}
