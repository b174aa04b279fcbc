import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListCallsResponse } from '../../api/generated';
import { listCallsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { analyticsQuery, useChangeView, useView } from '../../app/view';
import { DataTable, type Column } from '../../parts/DataTable';
import { Instant } from '../../parts/Instant';
import { Empty, Part } from '../../parts/States';
import { Word } from '../../parts/Word';
import { PageHead, ViewFilters } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { CallFilters } from './CallFilters';
import { filterQuery, sortOf, type Search } from './filters';

const PAGE_SIZE = 50;

type Row = ListCallsResponse['items'][number];

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const { duration } = useNumbers();
  return [
    {
      name: 'started_at_utc',
      label: t('calls.started'),
      canSort: true,
      cell: (row) => (
        <Link className="rowLink" to="/calls/$callId" params={{ callId: row.call_id }} search={(it) => it}>
          <Instant at={row.started_at_utc} />
        </Link>
      ),
    },
    { name: 'caller', label: t('calls.caller'), cell: (row) => row.caller_display ?? t('calls.withheld') },
    { name: 'project', label: t('calls.project'), cell: (row) => row.project_name ?? row.project_id },
    { name: 'direction', label: t('calls.direction'), cell: (row) => t(`words.direction.${row.direction}`) },
    {
      name: 'call_status',
      label: t('calls.status'),
      canSort: true,
      cell: (row) => <Word kind="status" value={row.call_status} />,
    },
    {
      name: 'primary_outcome',
      label: t('calls.outcome'),
      canSort: true,
      cell: (row) => <Word kind="outcome" value={row.primary_outcome.id} />,
    },
    {
      name: 'sentiment',
      label: t('calls.sentiment'),
      cell: (row) => <Word kind="sentiment" value={row.sentiment} />,
    },
    {
      name: 'duration_seconds',
      label: t('calls.duration'),
      canSort: true,
      isNumber: true,
      cell: (row) => duration(row.duration_seconds),
    },
    { name: 'agent', label: t('calls.agent'), cell: (row) => row.agent_name ?? '–' },
  ];
}

/** The calls of the range. A row opens the call. */
export function CallsPage() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const view = useView();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const columns = useColumns();
  const sort = sortOf(search);
  const query = {
    ...analyticsQuery(view),
    ...filterQuery(search),
    sort_by: sort.by,
    sort_order: sort.order,
    page_size: PAGE_SIZE,
    cursor: search['cursor'],
  };
  const calls = useQuery({
    ...listCallsOptions({ query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={t('pages.calls')} help={t('help.calls')}>
        <ViewFilters />
      </PageHead>
      <CallFilters />
      <Part query={calls} what={t('pages.calls')} height={480}>
        {({ items, pagination, next_cursor }) => (
          <>
            <Group justify="space-between" mb="xs">
              <Text size="sm" c="dimmed" aria-live="polite">
                {t('calls.count', {
                  count: pagination.total_records ?? items.length,
                  formatted: count(pagination.total_records),
                })}
              </Text>
              <CopyButton value={window.location.href}>
                {({ copied, copy }) => (
                  <Anchor component="button" size="sm" onClick={copy}>
                    {t(copied ? 'states.copied' : 'calls.copyLink')}
                  </Anchor>
                )}
              </CopyButton>
            </Group>
            {items.length === 0 ? (
              <Empty title={t('calls.none')} next={t('calls.noneNext')} />
            ) : (
              <DataTable
                caption={t('pages.calls')}
                columns={columns}
                rows={items}
                keyOf={(row) => row.call_id}
                sort={sort}
                onSort={({ by, order }) => change({ sort_by: by, sort_order: order, cursor: undefined })}
              />
            )}
            <Group justify="flex-end" mt="sm">
              {search['cursor'] && (
                <Button size="xs" variant="default" onClick={() => change({ cursor: undefined })}>
                  {t('calls.first')}
                </Button>
              )}
              {next_cursor && (
                <Button size="xs" variant="default" onClick={() => change({ cursor: next_cursor })}>
                  {t('calls.next')}
                </Button>
              )}
            </Group>
          </>
        )}
      </Part>
    </>
  );
}
