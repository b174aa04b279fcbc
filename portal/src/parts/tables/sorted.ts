import { useMemo, useState } from 'react';
import type { Sort } from './DataTable';

/** Rows of a complete list, in the order that a person selects. Rows without a value come last. */
export function useSorted<Row>(
  rows: readonly Row[],
  values: Readonly<Record<string, (row: Row) => string | number | null>>,
  first: Sort,
): { readonly rows: readonly Row[]; readonly sort: Sort; readonly onSort: (sort: Sort) => void } {
  const [sort, onSort] = useState(first);
  const sorted = useMemo(() => {
    const valueOf = values[sort.by];
    if (!valueOf) return rows;
    const sign = sort.order === 'asc' ? 1 : -1;
    return rows.toSorted((a, b) => {
      const [x, y] = [valueOf(a), valueOf(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      return sign * (typeof x === 'string' ? x.localeCompare(String(y)) : x - Number(y));
    });
  }, [rows, sort, values]);
  return { rows: sorted, sort, onSort };
}
