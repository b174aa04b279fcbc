import { Badge, Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';
import { useNumbers } from '../../texts/numbers';
import { Status } from './Status';

/** One client of the directory. A count that is not known is not shown as zero. */
export function ClientCard({
  client,
  onOpen,
}: {
  readonly client: PartnerClientEntry;
  readonly onOpen: (clientId: string) => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { projects, draft_count: drafts, open_support_count: tickets } = client;
  return (
    <UnstyledButton onClick={() => onOpen(client.client_id)}>
      <Card withBorder p="md">
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} truncate dir="auto" title={client.business_name}>
              {client.business_name}
            </Text>
            {client.status !== 'active' && <Status status={client.status} />}
          </Group>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {projects.state === 'ready'
                ? t('clients.projects', { count: projects.count ?? 0, formatted: count(projects.count) })
                : t('clients.projectsUnavailable')}
            </Text>
            {!!drafts.count && (
              <Badge variant="default">{t('clients.drafts', { count: drafts.count })}</Badge>
            )}
            {!!tickets.count && (
              <Badge variant="default">{t('clients.support', { count: tickets.count })}</Badge>
            )}
          </Group>
        </Stack>
      </Card>
    </UnstyledButton>
  );
}
