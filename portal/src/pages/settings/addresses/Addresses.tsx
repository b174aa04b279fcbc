import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressResponse } from '../../../api/generated';
import { listEmailAddressesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { AddressForm } from './AddressForm';
import { AskAddress, type AddressAction } from './AskAddress';

/** The addresses to which notices of the client are mailed (email-routing section 1). */
export function Addresses() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [edited, setEdited] = useState<AddressResponse | 'new' | null>(null);
  const [asked, setAsked] = useState<{ action: AddressAction; address: AddressResponse } | null>(null);
  const addresses = useQuery(listEmailAddressesOptions({ query: { client_id } }));
  const title = t('settings.addresses');
  const topics = addresses.data?.topics ?? [];
  return (
    <Panel
      title={title}
      aside={
        <Button
          size="xs"
          leftSection={<IconPlus aria-hidden size={16} />}
          disabled={!addresses.data}
          onClick={() => setEdited('new')}
        >
          {t('addresses.add')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('addresses.text')}
        </Text>
        <Loaded query={addresses} what={title} height={160}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t('addresses.none')} next={t('addresses.noneNext')} />
            ) : (
              <DataTable
                caption={title}
                rows={items}
                keyOf={(row) => row.address_id}
                columns={[
                  {
                    name: 'label',
                    label: t('addresses.label'),
                    cell: (row) => (
                      <Text span size="sm" fw={500} dir="auto">
                        {row.label}
                      </Text>
                    ),
                  },
                  { name: 'email', label: t('addresses.email'), cell: (row) => row.email_masked },
                  {
                    name: 'topics',
                    label: t('addresses.topics'),
                    cell: (row) => row.topics.map((topic) => t(`addresses.topic.${topic}`)).join(', ') || '–',
                  },
                  {
                    name: 'status',
                    label: t('addresses.status'),
                    cell: (row) => <StatusLabel kind="address" value={row.status} />,
                  },
                  {
                    name: 'mail',
                    label: t('addresses.mail'),
                    cell: (row) =>
                      row.status === 'pending' ? <StatusLabel kind="mail" value={row.mail_status} /> : '–',
                  },
                  {
                    name: 'until',
                    label: t('addresses.until'),
                    cell: (row) => (row.verify_until_utc ? <Instant at={row.verify_until_utc} /> : '–'),
                  },
                  {
                    name: 'action',
                    label: t('addresses.actions'),
                    cell: (row) => (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={`${t('addresses.change')}: ${row.label}`}
                          onClick={() => setEdited(row)}
                        >
                          {t('addresses.change')}
                        </Button>
                        {(row.status === 'verified'
                          ? (['delete'] as const)
                          : (['resend', 'delete'] as const)
                        ).map((action) => (
                          <Button
                            key={action}
                            size="compact-xs"
                            variant="default"
                            aria-label={`${t(`addresses.${action}`)}: ${row.label}`}
                            onClick={() => setAsked({ action, address: row })}
                          >
                            {t(`addresses.${action}`)}
                          </Button>
                        ))}
                      </Group>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Stack>
      {edited && (
        <AddressForm
          address={edited === 'new' ? null : edited}
          topics={topics}
          onClose={() => setEdited(null)}
        />
      )}
      {asked && <AskAddress {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}
