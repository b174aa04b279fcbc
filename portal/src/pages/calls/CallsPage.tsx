import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { listCallsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../address/view';
import { ColumnsMenu } from '../../parts/tables/ColumnsMenu';
import { CopyLink } from '../../parts/CopyLink';
import { CursorPages } from '../../parts/tables/CursorPages';
import { DataTable } from '../../parts/tables/DataTable';
import { Empty, Loaded } from '../../parts/States';
import { PageHead, ViewFilters } from '../../shell/PageHead';
import { useNumbers } from '../../texts/numbers';
import { CallFilters } from './CallFilters';
import { columnsParameter, shownColumns, useCallColumns, useShownColumns } from './columns';
import { ExportButton } from './export/ExportButton';
import { sortOf, type Search } from './filters';
import { InProgress } from './InProgress';
import { useListQuery } from './list-query';
import { NewCalls } from './NewCalls';

/** The calls of the range. A row opens the call. */
export function CallsPage() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const search: Search = useSearch({ strict: false });
  const change = useChangeView();
  const shown = shownColumns(search);
  const columns = useShownColumns(shown, search);
  const sort = sortOf(search);
  const query = useListQuery();
  const calls = useQuery({ ...listCallsOptions({ query }), placeholderData: keepPreviousData });
  return (
    <>
      <PageHead
        title={t('pages.calls')}
        help={t('help.calls')}
        chapter="calls"
        api={{ operation: 'listCalls', query }}
      >
        <ViewFilters />
      </PageHead>
      <InProgress />
      <CallFilters faults={calls.isError ? asProblem(calls.error).fields : {}} />
      <Group justify="space-between" mb="xs">
        <Group gap="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {calls.isSuccess &&
              t('calls.count', {
                count: calls.data.pagination.total_records ?? 0,
                formatted: count(calls.data.pagination.total_records),
              })}
          </Text>
          {calls.isSuccess && (
            <NewCalls query={query} items={calls.data.items} show={() => void calls.refetch()} />
          )}
        </Group>
        <Group gap="xs">
          <ColumnsMenu
            columns={useCallColumns()}
            shown={shown}
            onChange={(names) => change({ columns: columnsParameter(names) })}
          />
          <CopyLink />
          <ExportButton />
        </Group>
      </Group>
      <Loaded query={calls} what={t('pages.calls')} height={480}>
        {({ items, next_cursor }) => (
          <>
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
            <CursorPages next={next_cursor} />
          </>
        )}
      </Loaded>
    </>
  );
}
