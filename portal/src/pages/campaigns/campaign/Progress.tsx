import { Group, Progress as Bar, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBroadcast, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/Panel';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { series } from '../../../theme/theme';
import { useNumbers } from '../../../texts/numbers';
import { CONTACT_STATUSES, isUnderWay, type Campaign, type ContactStatus } from '../vocabulary';

const COLOURS: Readonly<Partial<Record<ContactStatus, string>>> = {
  completed: series.good,
  dialing: series.other,
  in_call: series.other,
  retry_scheduled: series.middle,
  failed: series.bad,
};

const FULL = 100;

function Tile({ label, value }: { readonly label: string; readonly value: number }) {
  const { count } = useNumbers();
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text span className="figure">
        {count(value)}
      </Text>
    </Stack>
  );
}

/** The progress of a campaign: its contacts by status, as they change. */
export function Progress({ campaign, isLive }: { readonly campaign: Campaign; readonly isLive: boolean }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { counts, status } = campaign;
  const shown = CONTACT_STATUSES.filter((it) => counts[it] > 0);
  const Sign = isLive ? IconBroadcast : IconRefresh;
  return (
    <Panel
      title={t('campaigns.progress')}
      aside={
        isUnderWay(status) && (
          <Group gap={6} wrap="nowrap" c="dimmed">
            <Sign aria-hidden size={16} />
            <Text size="sm">{t(isLive ? 'campaigns.live' : 'campaigns.polled')}</Text>
          </Group>
        )
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Tile label={t('campaigns.contacts')} value={counts.total} />
        <Tile label={t('campaigns.callable')} value={counts.callable} />
        <Tile label={t('campaigns.notCallable')} value={counts.not_callable} />
        <Tile label={t('words.contact.completed')} value={counts.completed} />
      </SimpleGrid>
      <Bar.Root size="lg" aria-hidden>
        {shown.map((it) => (
          <Bar.Section
            key={it}
            value={(counts[it] / counts.total) * FULL}
            color={COLOURS[it] ?? series.none}
          />
        ))}
      </Bar.Root>
      <SimpleGrid
        cols={{ base: 1, xs: 2, sm: 3 }}
        spacing="xs"
        aria-label={t('campaigns.progress')}
        role="group"
      >
        {shown.map((it) => (
          <Group key={it} gap="xs" justify="space-between" wrap="nowrap">
            <StatusLabel kind="contact" value={it} />
            <Text span size="sm" className="count">
              {count(counts[it])}
            </Text>
          </Group>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
