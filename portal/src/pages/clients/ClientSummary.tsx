import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getPartnerClientOptions } from '../../api/generated/@tanstack/react-query.gen';
import { Part } from '../../parts/States';

/** What a partner may know of a client. */
export function ClientSummary({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const summary = useQuery(getPartnerClientOptions({ path: { client_id: clientId } }));
  return (
    <Part query={summary} what={t('pages.clients')} height={320}>
      {({ client, health, projects, contact }) => (
        <Stack>
          <Group justify="space-between">
            <Title order={2} dir="auto">
              {client.business_name}
            </Title>
            <Badge variant="default">{t(`clients.health.${health.state}`)}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {[client.web_domain, client.timezone].filter(Boolean).join(' · ')}
          </Text>
          {contact && (
            <Text size="sm">
              {t('clients.contact')}: {contact.contact_name ?? '–'}
            </Text>
          )}
          <Stack gap={4}>
            {projects.map(({ project_id, display_name }) => (
              <Anchor
                key={project_id}
                size="sm"
                renderRoot={(props) => (
                  <Link
                    to="/calls"
                    search={({ range, zone }) => ({ range, zone, client_id: clientId, project_id })}
                    {...props}
                  />
                )}
              >
                {display_name ?? project_id}
              </Anchor>
            ))}
          </Stack>
          <Stack gap={2}>
            <Text fw={600} size="sm">
              {t('clients.staff')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('clients.staffPlaceholder')}
            </Text>
          </Stack>
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/calls"
                search={({ range, zone }) => ({ range, zone, client_id: clientId })}
                {...props}
              />
            )}
          >
            {t('clients.show')}
          </Anchor>
        </Stack>
      )}
    </Part>
  );
}
