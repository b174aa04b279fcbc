import { Anchor, Button, Drawer, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientEntry } from '../../api/generated';
import { listPartnerClientsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { findClients, sharesName } from '../../session/client-names';
import { whileProvisioning } from '../../data/provisioning';
import { rightsAnywhere } from '../../session/rights';
import { assignmentFor, useSession, type Session } from '../../session/session';
import { useChangeView, useView } from '../../address/view';
import { useAlertCounts } from '../../data/alert-counts';
import { Empty, Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { CardToCome, ClientCard } from './ClientCard';
import { ClientDetails } from './ClientDetails';

/** More cards than a person reads, and few enough to redraw at each keystroke of a search. */
const SHOWN = 60;
/** The API lists at most this many (partner-clients 3.1). */
const MOST_LISTED = 1_000;
const ADDRESS_MS = 300;
const GRID = { cols: { base: 1, sm: 2, lg: 3, xl: 4 }, spacing: 'sm' } as const;

/** Placeholders for the cards, without any number. */
function CardsToCome() {
  return (
    <SimpleGrid {...GRID} mt={28}>
      {[1, 2, 3, 4].map((it) => (
        <CardToCome key={it} />
      ))}
    </SimpleGrid>
  );
}

function Cards({
  items,
  find,
  session,
}: {
  readonly items: readonly PartnerClientEntry[];
  readonly find: string;
  readonly session: Session;
}) {
  const { t } = useTranslation();
  const counts = useAlertCounts().data?.items ?? [];
  const alerts = new Map(counts.map((it) => [it.client_id, it.alerts?.open]));
  const { count } = useNumbers();
  const change = useChangeView();
  const [shown, setShown] = useState(SHOWN);
  const found = useMemo(() => findClients(items, find), [items, find]);
  const isShared = useMemo(() => sharesName(items), [items]);
  const mayAdd = rightsAnywhere(session)('createPartnerClient');
  if (items.length === 0) {
    return (
      <Empty
        title={t('clients.none')}
        next={t(mayAdd ? 'clients.noneNextAdmin' : 'clients.noneNext')}
        action={
          mayAdd && (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/settings" search={{ tab: 'clients' }} {...props} />}
            >
              {t('clients.toSettings')}
            </Anchor>
          )
        }
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
        <SimpleGrid {...GRID}>
          {found.slice(0, shown).map((client) => (
            <ClientCard
              key={client.client_id}
              client={client}
              hasNamesake={isShared(client)}
              alerts={alerts.get(client.client_id)}
              isAssigned={assignmentFor(session, client.client_id) !== undefined}
              // From now on the whole portal shows this client (partner-clients 7.1).
              onChoose={(client_id) => change({ client_id, project_id: undefined, open: 'summary' })}
            />
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
 * The clients of a partner, as cards. The search filters the loaded list without a request
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
  const { client_id: clientId } = useView();
  const directory = useQuery({
    ...listPartnerClientsOptions(),
    refetchInterval: whileProvisioning(({ items }) => items.some(({ status }) => status === 'provisioning')),
  });
  if (!session) return null;
  return (
    <>
      <PageHead title={t('pages.clients')} help={t('help.clients')} chapter="clients">
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
      </PageHead>
      <Loaded query={directory} what={t('pages.clients')} height={320} loading={<CardsToCome />}>
        {({ items }) => <Cards key={wanted} items={items} find={wanted} session={session} />}
      </Loaded>
      <Drawer
        opened={open !== undefined}
        onClose={() => change({ open: undefined })}
        position="right"
        size="lg"
        title={t('clients.details')}
      >
        {open && <ClientDetails clientId={clientId} session={session} />}
      </Drawer>
    </>
  );
}
