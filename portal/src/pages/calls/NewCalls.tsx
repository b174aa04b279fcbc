import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListCallsResponse } from '../../api/generated';
import { listCallsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { dayIn } from '../../address/range';
import { useNumbers } from '../../texts/numbers';
import type { ListQuery } from './list-query';

const LOOK_MS = 15_000;

/** Whether new calls would be at the top of this list. */
const growsAtTop = (query: ListQuery): boolean =>
  query.sort_by === 'started_at_utc' &&
  query.sort_order === 'desc' &&
  query.cursor === undefined &&
  query.end_date >= dayIn(query.timezone, new Date());

/** Counts the calls that began since the newest one that is shown, by the filters of the list. */
function useNewCalls(query: ListQuery, items: ListCallsResponse['items']): number {
  const newest = items[0]?.started_at_utc;
  const known = items.filter((it) => it.started_at_utc === newest).length;
  const since = { ...query, start_date: newest ?? query.start_date, page_size: 1 };
  const count = useQuery({
    ...listCallsOptions({ query: since }),
    enabled: growsAtTop(query),
    refetchInterval: LOOK_MS,
    // The list has just been read.
    initialData: {
      items: [],
      pagination: { page: 1, page_size: 1, total_records: known, total_pages: null },
    },
  });
  return Math.max(0, (count.data.pagination.total_records ?? 0) - known);
}

/** Offers new calls: the list grows only when the person asks for it. */
export function NewCalls({
  query,
  items,
  show,
}: {
  readonly query: ListQuery;
  readonly items: ListCallsResponse['items'];
  readonly show: () => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const fresh = useNewCalls(query, items);
  return (
    <span aria-live="polite">
      {fresh > 0 && (
        <Button size="compact-sm" variant="light" onClick={show}>
          {t('live.newCalls', { count: fresh, formatted: count(fresh) })}
        </Button>
      )}
    </span>
  );
}
