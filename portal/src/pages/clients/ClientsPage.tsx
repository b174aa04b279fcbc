import { Button, Drawer, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';
import { listPartnerClientsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../app/view';
import { isPartner, useSession } from '../../app/session';
import { NotFound } from '../../app/Root';
import { Empty, Part } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { AddClient } from './AddClient';
import { ClientCard } from './ClientCard';
import { ClientDetails } from './ClientDetails';
import { whileProvisioning } from './provisioning';

/** More cards than a person reads through, and few enough to draw at each letter of a search. */
const SHOWN = 60;
/** The API lists no more (partner-clients 3.1). */
const MOST_LISTED = 1_000;
const ADDRESS_MS = 300;

function Cards({
  items,
  find,
  add,
}: {
  readonly items: readonly PartnerClientEntry[];
  readonly find: string;
  readonly add: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const change = useChangeView();
  const [shown, setShown] = useState(SHOWN);
  const named = useMemo(
    () => items.map((client) => ({ client, name: client.business_name.toLocaleLowerCase() })),
    [items],
  );
  const found = useMemo(() => {
    const wanted = find.trim().toLocaleLowerCase();
    return named.filter(({ name, client }) => name.includes(wanted) || client.client_id === wanted);
  }, [named, find]);
  if (items.length === 0) {
    return (
      <Empty
        title={t('clients.none')}
        next={t(add ? 'clients.noneNextAdmin' : 'clients.noneNext')}
        action={add && <Button onClick={add}>{t('clients.add')}</Button>}
      />
    );
  }
  const isCut = items.length >= MOST_LISTED;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" aria-live="polite">
        {t('clients.found', { count: found.length, formatted: count(found.length) })}
        {isCut && ` ${t('clients.cut', { most: count(items.length) })}`}
      </Text>
      {found.length === 0 ? (
        <Empty title={t('clients.noMatch')} />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
          {found.slice(0, shown).map(({ client }) => (
            <ClientCard key={client.client_id} client={client} onOpen={(open) => change({ open })} />
          ))}
        </SimpleGrid>
      )}
      {found.length > shown && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
            {t('clients.more', { left: count(found.length - shown) })}
          </Button>
        </Group>
      )}
    </>
  );
}

/**
 * The clients of a partner, as cards. The search looks in the loaded list and asks nothing
 * (partner-clients 3.1).
 */
export function ClientsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const change = useChangeView();
  const { find = '', open }: { find?: string; open?: string } = useSearch({ strict: false });
  const [typed, setTyped] = useState(find);
  const wanted = useDeferredValue(typed);
  const remember = useDebouncedCallback((text: string) => change({ find: text || undefined }), ADDRESS_MS);
  const [isAdding, setAdding] = useState(false);
  const mayList = session?.assignments.some(({ role }) => isPartner(role)) ?? false;
  const mayAdd = session?.assignments.some(({ role }) => role === 'partner_admin') ?? false;
  const directory = useQuery({
    ...listPartnerClientsOptions(),
    enabled: mayList,
    refetchInterval: whileProvisioning(({ items }) => items.some(({ status }) => status === 'provisioning')),
  });
  if (session && !mayList) return <NotFound />;
  const add = mayAdd ? () => setAdding(true) : undefined;
  return (
    <>
      <PageHead title={t('pages.clients')} help={t('help.clients')} chapter="clients">
        <Group gap="xs">
          <TextInput
            size="xs"
            w={220}
            data-page-search
            leftSection={<IconSearch aria-hidden size={14} />}
            aria-label={t('clients.search')}
            placeholder={t('clients.search')}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              remember(currentTarget.value);
            }}
          />
          {add && (
            <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={add}>
              {t('clients.add')}
            </Button>
          )}
        </Group>
      </PageHead>
      <Part query={directory} what={t('pages.clients')} height={320}>
        {({ items }) => <Cards key={wanted} items={items} find={wanted} add={add} />}
      </Part>
      <Drawer
        opened={open !== undefined}
        onClose={() => change({ open: undefined })}
        position="right"
        size="lg"
        title={t('clients.details')}
        closeButtonProps={{ 'aria-label': t('clients.close') }}
      >
        {open && session && <ClientDetails key={open} clientId={open} session={session} />}
      </Drawer>
      {isAdding && (
        <AddClient
          onClose={() => setAdding(false)}
          onAdded={(client) => {
            setAdding(false);
            change({ open: client });
          }}
        />
      )}
    </>
  );
}
