import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MoveResponse } from '../../api/generated';
import { listTenantMovesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { Loaded } from '../../parts/States';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';

/** Moves of the client between stores; nothing for a client that never moved. */
export function Moves() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const moves = useQuery(listTenantMovesOptions({ query: { client_id } }));
  const columns: readonly Column<MoveResponse>[] = [
    {
      name: 'stores',
      label: t('status.moves.stores'),
      cell: ({ source_store: source, target_store: target }) => t('status.moves.fromTo', { source, target }),
    },
    { name: 'state', label: t('status.moves.state'), cell: (move) => <State of={move} /> },
    {
      name: 'tables',
      label: t('status.moves.tables'),
      isNumber: true,
      cell: ({ tables, tables_copied: copied }) => t('status.moves.copied', { copied, tables }),
    },
    {
      name: 'rows',
      label: t('status.moves.rows'),
      isNumber: true,
      cell: ({ rows_compared: count }) => (count === null ? '–' : t('status.moves.count', { count })),
    },
    {
      name: 'pause',
      label: t('status.moves.pause'),
      isNumber: true,
      cell: ({ pause_ms: ms }) => (ms === null ? '–' : t('status.moves.ms', { ms })),
    },
    {
      name: 'started',
      label: t('status.moves.started'),
      cell: ({ started_at_utc: at }) => <Instant at={at} />,
    },
  ];
  return (
    <Loaded query={moves} what={t('status.moves.title')} height={80}>
      {({ items }) =>
        items.length > 0 && (
          <Stack gap="xs" mt="xl">
            <Title order={2}>{t('status.moves.title')}</Title>
            <DataTable
              caption={t('status.moves.title')}
              columns={columns}
              rows={items}
              keyOf={(move) => move.move_id}
            />
          </Stack>
        )
      }
    </Loaded>
  );
}

function State({ of: { state, ended_at_utc: endedAt, note } }: { readonly of: MoveResponse }) {
  const { t } = useTranslation();
  return (
    <>
      <Text span size="sm">
        {t(`status.moves.states.${state}`)}
      </Text>
      {endedAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t('status.moves.ended')} <Instant at={endedAt} />
        </Text>
      )}
      {note !== null && (
        <Text size="xs" c="red" lang="en">
          {note}
        </Text>
      )}
    </>
  );
}
