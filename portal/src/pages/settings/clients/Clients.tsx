import { Anchor, Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../../api/generated';
import { listPartnerClientsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { findClients, namesOf } from '../../../session/client-names';
import { whileProvisioning } from '../../../data/provisioning';
import { assignmentFor, type Session } from '../../../session/session';
import { useChangeView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { AddClient } from './AddClient';
import { ClientPeople } from './ClientPeople';

const PAGE_SIZE = 25;

/** The clients of an administrator's organisation: adds clients and assigns people to them. */
export function Clients({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { client: opened }: { client?: string } = useSearch({ strict: false });
  const [isAdding, setAdding] = useState(false);
  const directory = useQuery({
    ...listPartnerClientsOptions(),
    refetchInterval: whileProvisioning(({ items }) => items.some(({ status }) => status === 'provisioning')),
  });
  const add = (
    <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={() => setAdding(true)}>
      {t('clientsOf.add')}
    </Button>
  );
  const items = directory.data?.items ?? [];
  const client = items.find(({ client_id }) => client_id === opened);
  const name = client ? namesOf(items)(client) : (opened ?? '');
  return (
    <>
      <Panel title={t('clientsOf.title')} aside={add}>
        <Text size="sm" c="dimmed">
          {t('clientsOf.text')}
        </Text>
        <Loaded query={directory} what={t('settings.clients')} height={320}>
          {({ items: all }) =>
            all.length === 0 ? (
              <Empty title={t('clientsOf.none')} next={t('clientsOf.noneNext')} />
            ) : (
              <ClientTable items={all} session={session} />
            )
          }
        </Loaded>
      </Panel>
      <Drawer
        opened={opened !== undefined}
        onClose={() => change({ client: undefined })}
        position="right"
        size="lg"
        title={t('clientsOf.peopleOf', { name })}
      >
        {opened && <ClientPeople key={opened} clientId={opened} business={name} />}
      </Drawer>
      {isAdding && (
        <AddClient
          onClose={() => setAdding(false)}
          onAdded={(client) => {
            setAdding(false);
            change({ client });
          }}
        />
      )}
    </>
  );
}

function ClientTable({
  items,
  session,
}: {
  readonly items: readonly PartnerClientEntry[];
  readonly session: Session;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const [find, setFind] = useState('');
  const [page, setPage] = useState(1);
  const found = findClients(items, find);
  const nameOf = namesOf(items);
  return (
    <Stack gap="sm">
      <TextInput
        size="xs"
        maw={260}
        data-page-search
        leftSection={<IconSearch aria-hidden size={14} />}
        aria-label={t('clientsOf.search')}
        placeholder={t('clientsOf.search')}
        value={find}
        onChange={({ currentTarget }) => {
          setFind(currentTarget.value);
          setPage(1);
        }}
      />
      {found.length === 0 ? (
        <Empty title={t('clientsOf.noMatch')} />
      ) : (
        <DataTable
          caption={t('clientsOf.title')}
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ client_id }) => client_id}
          columns={[
            {
              name: 'name',
              label: t('clientsOf.name'),
              cell: ({ business_name }) => (
                <Text span size="sm" fw={500} maw={280} truncate dir="auto" title={business_name}>
                  {business_name}
                </Text>
              ),
            },
            { name: 'id', label: t('clientsOf.id'), cell: ({ client_id }) => client_id },
            {
              name: 'state',
              label: t('clientsOf.state'),
              cell: ({ status }) => <StatusLabel kind="client" value={status} />,
            },
            {
              name: 'mine',
              label: t('clientsOf.mine'),
              cell: ({ client_id }) =>
                t(assignmentFor(session, client_id) ? 'clientsOf.yes' : 'clientsOf.no'),
            },
            {
              name: 'people',
              label: t('clientsOf.people'),
              cell: (row) => (
                <Anchor
                  component="button"
                  size="sm"
                  aria-label={t('clientsOf.peopleOf', { name: nameOf(row) })}
                  onClick={() => change({ client: row.client_id })}
                >
                  {t('clientsOf.people')}
                </Anchor>
              ),
            },
          ]}
        />
      )}
      <Group justify="flex-end">
        <Pager pagination={{ page, total_pages: Math.ceil(found.length / PAGE_SIZE) }} onChange={setPage} />
      </Group>
    </Stack>
  );
}
