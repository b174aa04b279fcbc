import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { rangeBefore } from '../../address/range';
import { analyticsQuery, useView } from '../../address/view';

export const DIRECTIONS = ['inbound', 'outbound'] as const;

/** The direction that the address names; undefined: both directions. */
export function useDirection(): (typeof DIRECTIONS)[number] | undefined {
  const { direction }: { direction?: string } = useSearch({ strict: false });
  return DIRECTIONS.find((it) => it === direction);
}

/** The version that the address names: `none`, or a number if it names a project too. */
export function useVersion(): string | undefined {
  const { version, project_id }: { version?: string; project_id?: string } = useSearch({ strict: false });
  if (!isVersion(version ?? '')) return undefined;
  return version === 'none' || project_id !== undefined ? version : undefined;
}

export const isVersion = (text: string): boolean => /^(none|[1-9]\d{0,8})$/.test(text);

/** The calls that every figure of the page counts. */
export const useFigureQuery = () => ({
  ...analyticsQuery(useView()),
  direction: useDirection(),
  version: useVersion(),
});

/** The calls of the previous range, and whether only a part of that range is compared. */
export function useQueryBefore(): {
  readonly query: ReturnType<typeof useFigureQuery>;
  readonly isPart: boolean;
} {
  const query = useFigureQuery();
  const { start_date, end_date, timezone } = query;
  // All figures of the page compare with calls up to the same instant.
  const { isPart, ...range } = useMemo(
    () => rangeBefore({ start_date, end_date }, timezone, new Date()),
    [start_date, end_date, timezone],
  );
  return { query: { ...query, ...range }, isPart };
}
