import { Anchor, Badge, Card, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';

/** One client of the directory. An unknown count is not shown as zero. */
export function ClientCard({
  client,
  hasNamesake,
  isAssigned,
  alerts,
  onChoose,
}: {
  readonly client: PartnerClientEntry;
  /** Another client has the same name. */
  readonly hasNamesake: boolean;
  readonly isAssigned: boolean;
  /** Open alerts; undefined if unknown. */
  readonly alerts: number | undefined;
  readonly onChoose: (clientId: string) => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { projects, draft_count: drafts, open_support_count: tickets } = client;
  return (
    <Card withBorder p={0} h="100%">
      <UnstyledButton p="md" className="grow" onClick={() => onChoose(client.client_id)}>
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} truncate dir="auto" title={client.business_name}>
              {client.business_name}
            </Text>
            {client.status !== 'active' && <StatusLabel kind="client" value={client.status} />}
          </Group>
          {hasNamesake && (
            <Text size="xs" c="dimmed" ff="monospace" truncate>
              {client.client_id}
            </Text>
          )}
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {projects.state === 'ready'
                ? t('clients.projects', { count: projects.count ?? 0, formatted: count(projects.count) })
                : t('clients.projectsUnavailable')}
            </Text>
            {!!drafts.count && (
              <Badge variant="default">{t('clients.drafts', { count: drafts.count })}</Badge>
            )}
            {!!tickets.count && !isAssigned && (
              <Badge variant="default">{t('clients.support', { count: tickets.count })}</Badge>
            )}
            {!!alerts && (
              <Badge variant="default">{t('bell.open', { count: alerts, formatted: count(alerts) })}</Badge>
            )}
            {!isAssigned && <Badge variant="default">{t('clients.notAssigned')}</Badge>}
          </Group>
        </Stack>
      </UnstyledButton>
      {!!tickets.count && isAssigned && (
        <Anchor
          size="sm"
          px="md"
          pb="sm"
          renderRoot={(props) => <Link to="/support" search={{ client_id: client.client_id }} {...props} />}
        >
          {t('clients.support', { count: tickets.count })}
        </Anchor>
      )}
    </Card>
  );
}

/** A placeholder for a client that has not loaded yet. */
export function CardToCome() {
  return (
    <Card withBorder p="md">
      <Stack gap={6}>
        <Skeleton h={22} w="60%" />
        <Skeleton h={20} w="35%" />
      </Stack>
    </Card>
  );
}
