import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listCallerRequestsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView } from '../../address/view';
import { CursorPages } from '../../parts/tables/CursorPages';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Empty, Loaded } from '../../parts/States';
import { StatusLabel } from '../../parts/values/StatusLabel';
import type { RequestFilter } from './RequestBoard';
import { Days } from './RequestCard';

const PAGE_SIZE = 50;

/** All requests of one column of the board, a page at a time. */
export function RequestList({
  filter,
  cursor,
}: {
  readonly filter: RequestFilter;
  readonly cursor: string | undefined;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const requests = useQuery({
    ...listCallerRequestsOptions({ query: { ...filter, page_size: PAGE_SIZE, cursor } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={requests} what={t('pages.requests')} height={360}>
      {({ items, next_cursor }) => (
        <>
          {items.length === 0 ? (
            <Empty title={t('requests.noneHere')} />
          ) : (
            <DataTable
              caption={t('pages.requests')}
              rows={items}
              keyOf={(row) => row.id}
              columns={[
                {
                  name: 'id',
                  label: t('requests.trackingId'),
                  cell: (row) => (
                    <UnstyledButton
                      className="rowLink"
                      fz="sm"
                      fw={600}
                      onClick={() => change({ request: row.id })}
                    >
                      {row.tracking_id}
                    </UnstyledButton>
                  ),
                },
                {
                  name: 'type',
                  label: t('requests.type'),
                  cell: (row) => t(`words.requestType.${row.request_type}`),
                },
                { name: 'caller', label: t('requests.caller'), cell: (row) => row.caller_display },
                {
                  name: 'status',
                  label: t('requests.status'),
                  cell: (row) => <StatusLabel kind="request" value={row.status} />,
                },
                { name: 'due', label: t('requests.due'), cell: (row) => <Days of={row} /> },
                {
                  name: 'received',
                  label: t('requests.received'),
                  cell: (row) => <Instant at={row.received_at_utc} />,
                },
                {
                  name: 'closed',
                  label: t('requests.closed'),
                  cell: (row) => <Instant at={row.closed_at_utc} />,
                },
              ]}
            />
          )}
          <CursorPages next={next_cursor} />
        </>
      )}
    </Loaded>
  );
}
