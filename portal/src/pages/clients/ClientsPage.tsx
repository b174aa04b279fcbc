import {
  Badge,
  Card,
  Drawer,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';
import { listPartnerClientsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../app/view';
import { isPartner, useSession } from '../../app/session';
import { NotFound } from '../../app/Root';
import { Empty, Part } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { ClientSummary } from './ClientSummary';

function Counts({ client }: { readonly client: PartnerClientEntry }) {
  const { t } = useTranslation();
  const { projects, draft_count: drafts, open_support_count: tickets } = client;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {projects.state === 'ready'
          ? t('clients.projects', { count: projects.count ?? 0 })
          : t('clients.projectsUnavailable')}
      </Text>
      {!!drafts.count && <Badge variant="default">{t('clients.drafts', { count: drafts.count })}</Badge>}
      {!!tickets.count && <Badge variant="default">{t('clients.support', { count: tickets.count })}</Badge>}
    </Group>
  );
}

/** The clients of a partner, as cards. The search looks in the loaded list and asks nothing. */
export function ClientsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const change = useChangeView();
  const { find = '', open }: { find?: string; open?: string } = useSearch({ strict: false });
  const mayList = session?.assignments.some(({ role }) => isPartner(role)) ?? false;
  const directory = useQuery({ ...listPartnerClientsOptions(), enabled: mayList });
  if (session && !mayList) return <NotFound />;
  const wanted = find.toLocaleLowerCase();
  return (
    <>
      <PageHead title={t('pages.clients')} help={t('help.clients')}>
        <TextInput
          size="xs"
          w={260}
          data-page-search
          leftSection={<IconSearch aria-hidden size={14} />}
          aria-label={t('clients.search')}
          placeholder={t('clients.search')}
          value={find}
          onChange={({ currentTarget }) => change({ find: currentTarget.value || undefined })}
        />
      </PageHead>
      <Part query={directory} what={t('pages.clients')} height={320}>
        {({ items }) => {
          const found = items.filter(({ business_name }) =>
            business_name.toLocaleLowerCase().includes(wanted),
          );
          if (items.length === 0) return <Empty title={t('clients.none')} next={t('clients.noneNext')} />;
          if (found.length === 0) return <Empty title={t('clients.noMatch')} />;
          return (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
              {found.map((client) => (
                <UnstyledButton key={client.client_id} onClick={() => change({ open: client.client_id })}>
                  <Card withBorder p="md">
                    <Stack gap={6}>
                      <Group justify="space-between" wrap="nowrap">
                        <Text fw={600} truncate dir="auto">
                          {client.business_name}
                        </Text>
                        {client.status !== 'active' && (
                          <Badge variant="default">{t(`clients.status.${client.status}`)}</Badge>
                        )}
                      </Group>
                      <Counts client={client} />
                    </Stack>
                  </Card>
                </UnstyledButton>
              ))}
            </SimpleGrid>
          );
        }}
      </Part>
      <Drawer
        opened={open !== undefined}
        onClose={() => change({ open: undefined })}
        position="right"
        closeButtonProps={{ 'aria-label': t('clients.close') }}
      >
        {open && <ClientSummary clientId={open} />}
      </Drawer>
    </>
  );
}
