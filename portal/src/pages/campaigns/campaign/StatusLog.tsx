import { Group, Stack, Text, Timeline } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/Panel';
import { AtBy } from '../../../parts/values/Person';
import type { Campaign } from '../vocabulary';

/** Actions on a campaign, with person and reason, newest first. */
export function StatusLog({ campaign: { status_log: log } }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('campaigns.log')}>
      <Timeline bulletSize={12} lineWidth={2} active={log.length}>
        {log.map(({ changed_at_utc: at, changed_by: by, action, to_status: to, reason }) => (
          <Timeline.Item key={at + action} title={t(`campaignWords.action.${action}`)}>
            <Stack gap={0}>
              <Group gap={6}>
                <Text size="sm">{t(`words.campaign.${to}`)}</Text>
                {reason && reason !== 'user' && (
                  <Text size="sm" c="dimmed">
                    {t(`words.campaignReason.${reason}`)}
                  </Text>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                <AtBy at={at} by={by} />
              </Text>
            </Stack>
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}
