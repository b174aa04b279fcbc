import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { analyticsQuery, useView } from '../../address/view';
import { filterQuery, sortOf, type Search } from './filters';

const PAGE_SIZE = 50;

/** The query for the list that the address describes. */
export function useListQuery() {
  const view = useView();
  const search: Search = useSearch({ strict: false });
  return useMemo(() => {
    const sort = sortOf(search);
    return {
      ...analyticsQuery(view),
      ...filterQuery(search),
      sort_by: sort.by,
      sort_order: sort.order,
      page_size: PAGE_SIZE,
      cursor: search['cursor'],
    };
  }, [view, search]);
}
export type ListQuery = ReturnType<typeof useListQuery>;
