import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CapacityItem } from '../../../api/generated';
import { getCapacityOverviewOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useProjects } from '../../../data/projects';
import type { Assignment } from '../../../session/session';
import { pageOf } from '../../../address/page';
import { useChangeView } from '../../../address/view';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { History } from './History';

const PAGE_SIZE = 25;
/** The number of slots in use changes with every call. */
const LOOK_MS = 15_000;

function useColumns(business: string): readonly Column<CapacityItem>[] {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  const projects = useProjects();
  const number = (name: string, value: (row: CapacityItem) => string): Column<CapacityItem> => ({
    name,
    label: t(`capacity.${name}`),
    isNumber: true,
    cell: value,
  });
  return [
    {
      name: 'of',
      label: t('capacity.of'),
      cell: (row) =>
        row.project_id === null ? (
          <Text size="sm" fw={600} dir="auto">
            {business}
          </Text>
        ) : (
          (projects?.find(({ value }) => value === row.project_id)?.label ?? row.project_id)
        ),
    },
    number('inUse', (row) => count(row.in_use)),
    number('limit', (row) =>
      row.concurrency_limit === null ? t('capacity.noLimit') : count(row.concurrency_limit),
    ),
    number('utilisation', (row) => percent(row.utilisation_percent)),
    number('available', (row) => count(row.available)),
    number('reserved', (row) => count(row.reserved_inbound)),
    number('queued', (row) => count(row.queued)),
    number('blockedHour', (row) => count(row.blocked_last_hour)),
  ];
}

/** How many calls the client may have at once, has now, and had earlier. */
export function Capacity({ assignment }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { page }: { page?: string } = useSearch({ strict: false });
  const columns = useColumns(assignment.business_name);
  const overview = useQuery({
    ...getCapacityOverviewOptions({
      query: { client_id: assignment.client_id, page_size: PAGE_SIZE, page: pageOf(page) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  const title = t('capacity.now');
  return (
    <Stack>
      <Panel title={title}>
        <Loaded query={overview} what={title} height={200}>
          {({ items, pagination }) => (
            <>
              {items.length === 0 ? (
                <Empty title={title} page={pagination.page} onFirst={() => change({ page: undefined })} />
              ) : (
                <DataTable
                  caption={title}
                  columns={columns}
                  rows={items}
                  keyOf={(row) => row.project_id ?? ''}
                />
              )}
              <Pager
                pagination={pagination}
                what={title}
                onChange={(next) => change({ page: String(next) })}
              />
              {items[0] && (
                <Group gap={4}>
                  <Text size="sm" c="dimmed">
                    {t('capacity.asOf')} <Instant at={items[0].updated_at_utc} />
                  </Text>
                </Group>
              )}
              {items[0]?.concurrency_limit === null && (
                <Text size="sm" c="dimmed">
                  {t('capacity.noLimitText')}
                </Text>
              )}
            </>
          )}
        </Loaded>
      </Panel>
      <History clientId={assignment.client_id} />
    </Stack>
  );
}
