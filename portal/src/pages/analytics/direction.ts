import { useSearch } from '@tanstack/react-router';
import { rangeBefore } from '../../address/range';
import { analyticsQuery, useView } from '../../address/view';

export const DIRECTIONS = ['inbound', 'outbound'] as const;

/** The direction that the address names; undefined for calls of both. */
export function useDirection(): (typeof DIRECTIONS)[number] | undefined {
  const { direction }: { direction?: string } = useSearch({ strict: false });
  return DIRECTIONS.find((it) => it === direction);
}

/** The calls that every figure of the page counts. */
export const useFigureQuery = () => ({ ...analyticsQuery(useView()), direction: useDirection() });

/** The calls of the previous range. */
export const useQueryBefore = () => {
  const query = useFigureQuery();
  return { ...query, ...rangeBefore(query) };
};
