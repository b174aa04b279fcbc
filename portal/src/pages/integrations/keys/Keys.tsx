import { Button, Checkbox, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconDots, IconKey, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRecord } from '../../../api/generated';
import { listApiKeysOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import type { Assignment } from '../../../session/session';
import { useSorted } from '../../../parts/tables/sorted';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { changeOfKey, daysUntilEnd } from './key-facts';
import { KeyText } from './KeyText';
import { NewKey } from './NewKey';
import { RevokeKey } from './RevokeKey';
import { RotateKey } from './RotateKey';

const WORKING = ['active', 'grace'];

const ORDERS = {
  description: (row: ApiKeyRecord) => row.description,
  status: (row: ApiKeyRecord) => row.status,
  used: (row: ApiKeyRecord) => row.last_used_at_utc,
  created: (row: ApiKeyRecord) => row.created_at_utc,
  changed: (row: ApiKeyRecord) => row.updated_at_utc,
  ends: (row: ApiKeyRecord) => row.grace_expires_at_utc ?? row.expires_at_utc,
};

type Action = 'rotate' | 'revoke';

function useColumns(
  mayChange: boolean,
  act: (action: Action, key: ApiKeyRecord) => void,
): readonly Column<ApiKeyRecord>[] {
  const { t } = useTranslation();
  const columns: readonly Column<ApiKeyRecord>[] = [
    {
      name: 'description',
      label: t('keysOfApi.description'),
      canSort: true,
      cell: (row) => (
        <Stack gap={2} align="flex-start">
          <Text size="sm" fw={600} dir="auto">
            {row.description}
          </Text>
          <KeyText of={row} />
        </Stack>
      ),
    },
    {
      name: 'status',
      label: t('keysOfApi.status'),
      canSort: true,
      cell: (row) => (
        <Stack gap={2}>
          <StatusLabel
            kind="key"
            value={row.status === 'active' && daysUntilEnd(row, Date.now()) !== null ? 'ending' : row.status}
          />
          {!row.organisation_active && WORKING.includes(row.status) && (
            <Text size="xs" c="dimmed">
              {t('keysOfApi.organisationInactive')}
            </Text>
          )}
          {!row.created_by_active && WORKING.includes(row.status) && (
            <Text size="xs" c="dimmed">
              {t('keysOfApi.makerLeft')}
            </Text>
          )}
        </Stack>
      ),
    },
    { name: 'scope', label: t('keysOfApi.scope'), cell: (row) => t(`roles.${row.scope}`) },
    {
      name: 'used',
      label: t('keysOfApi.used'),
      canSort: true,
      cell: (row) =>
        row.last_used_at_utc ? <Instant at={row.last_used_at_utc} /> : t('keysOfApi.neverUsed'),
    },
    {
      name: 'ends',
      label: t('keysOfApi.ends'),
      canSort: true,
      cell: (row) => {
        const at = row.revoked_at_utc ?? row.grace_expires_at_utc ?? row.expires_at_utc;
        const days = daysUntilEnd(row, Date.now());
        return (
          <div>
            {at ? <Instant at={at} /> : t('keysOfApi.never')}
            {days !== null && (
              <Text size="sm" fw={600}>
                {t('keysOfApi.endsIn', { count: days })}
              </Text>
            )}
          </div>
        );
      },
    },
    {
      name: 'created',
      label: t('keysOfApi.created'),
      canSort: true,
      cell: (row) => <AtByCell at={row.created_at_utc} by={row.created_by} />,
    },
    {
      name: 'changed',
      label: t('keysOfApi.changed'),
      canSort: true,
      cell: (row) => (
        <AtByCell
          at={row.updated_at_utc}
          by={row.updated_by}
          what={t(`keysOfApi.change.${changeOfKey(row)}`)}
        />
      ),
    },
  ];
  if (!mayChange) return columns;
  return [
    ...columns,
    {
      name: 'actions',
      label: t('keysOfApi.actions'),
      cell: (row) =>
        WORKING.includes(row.status) && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={t('keysOfApi.actionsOf', { name: row.description })}
              >
                <IconDots aria-hidden size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {row.status === 'active' && row.organisation_active && (
                <Menu.Item onClick={() => act('rotate', row)}>{t('keysOfApi.rotate')}</Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => act('revoke', row)}>
                {t('keysOfApi.revoke')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
    },
  ];
}

function KeyTable({
  keys,
  mayChange,
  act,
}: {
  readonly keys: readonly ApiKeyRecord[];
  readonly mayChange: boolean;
  readonly act: (action: Action, key: ApiKeyRecord) => void;
}) {
  const { t } = useTranslation();
  const columns = useColumns(mayChange, act);
  const sorted = useSorted(keys, ORDERS, { by: 'created', order: 'desc' });
  return (
    <div className="wraps">
      <DataTable
        caption={t('integrations.tabs.keys')}
        columns={columns}
        keyOf={(row) => row.key_id}
        {...sorted}
      />
    </div>
  );
}

/** The partner's API keys of one client: their users and when they expire. */
export function Keys({ assignment: { client_id } }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const keys = useQuery(listApiKeysOptions({ query: { client_id } }));
  const [find, setFind] = useState('');
  const [isWithEnded, setWithEnded] = useState(false);
  const [open, setOpen] = useState<{ action: Action; key: ApiKeyRecord } | 'create' | null>(null);
  const mayChange = useMay()('createApiKey');
  const close = (): void => setOpen(null);
  const wanted = find.trim().toLocaleLowerCase();
  const items = keys.data?.items;
  const shown = useMemo(
    () =>
      (items ?? [])
        .filter(({ status }) => isWithEnded || WORKING.includes(status))
        .filter(({ description, key_prefix, last_four }) =>
          `${description} ${key_prefix} ${last_four}`.toLocaleLowerCase().includes(wanted),
        ),
    [items, isWithEnded, wanted],
  );
  const create = mayChange && (
    <Button size="xs" leftSection={<IconKey aria-hidden size={14} />} onClick={() => setOpen('create')}>
      {t('keysOfApi.create')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <TextInput
            size="xs"
            w={220}
            data-page-search
            leftSection={<IconSearch aria-hidden size={14} />}
            aria-label={t('keysOfApi.find')}
            placeholder={t('keysOfApi.find')}
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
          <Checkbox
            size="xs"
            label={t('keysOfApi.withEnded')}
            checked={isWithEnded}
            onChange={({ currentTarget }) => setWithEnded(currentTarget.checked)}
          />
        </Group>
        {create}
      </Group>
      <Loaded query={keys} what={t('integrations.tabs.keys')} height={240}>
        {({ items: all }) =>
          shown.length > 0 ? (
            <KeyTable keys={shown} mayChange={mayChange} act={(action, key) => setOpen({ action, key })} />
          ) : all.length > 0 ? (
            <Empty title={t('keysOfApi.noMatch')} next={t('keysOfApi.noMatchNext')} />
          ) : (
            <Empty
              title={t('keysOfApi.none')}
              next={t(mayChange ? 'keysOfApi.noneNext' : 'keysOfApi.noneAsk')}
              action={create}
            />
          )
        }
      </Loaded>
      {open === 'create' && <NewKey clientId={client_id} onClose={close} />}
      {open !== null && open !== 'create' && open.action === 'rotate' && (
        <RotateKey clientId={client_id} of={open.key} onClose={close} />
      )}
      {open !== null && open !== 'create' && open.action === 'revoke' && (
        <RevokeKey clientId={client_id} of={open.key} onClose={close} />
      )}
    </>
  );
}
