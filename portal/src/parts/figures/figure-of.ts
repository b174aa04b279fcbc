import type { DefinitionResponse } from '../../api/generated';
import type { Range } from '../../address/range';

type Parameters = Readonly<Record<string, string | undefined>>;

/** A figure in the response of a route, in the form that its explanation is requested in. */
export interface FigureOf {
  readonly route: string;
  /** The query that the page sends to the route. */
  readonly query: Parameters;
  /** The name of the figure in its definition. */
  readonly figure: string;
  /** The keys of the members on its path, outermost first. */
  readonly keys?: readonly string[];
  /** The currency of its amount. */
  readonly currency?: string | null;
}

/** The path of one figure, with the keys instead of the names in brackets. */
export function pathOf({ figure, keys = [] }: FigureOf): string {
  const left = [...keys];
  return figure.replace(/\[[^[\]]*\]/g, () => `[${encodeURIComponent(left.shift() ?? '')}]`);
}

export const stated = (query: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter((it): it is [string, string] => it[1] !== undefined));

/** The address of a list of calls, with range and zone in the format of the pages. */
export function callsAddress(query: Parameters): Record<string, string> {
  const { start_date: start, end_date: end, timezone, page_size: _, ...others } = stated(query);
  return {
    ...others,
    ...(start && end && { range: `${start}..${end}` }),
    ...(timezone && { zone: timezone }),
  };
}

/** Parameters that decide how a response is grouped, not which calls it counts. */
const OF_ANSWER = ['granularity', 'recent_limit'];

/**
 * The calls that a figure counts, by its definition; null if the list has no filter for them.
 * @param dates the dates of the figure, if they differ from those of the query
 */
export function callsOf(
  { query, keys = [] }: FigureOf,
  { conditions, figure }: DefinitionResponse,
  dates: Partial<Range> & { readonly timezone?: string } = {},
): Record<string, string> | null {
  if (!conditions) return null;
  const names = [...figure.matchAll(/\[(\w+)\]/g)].map(([, name]) => `{${name ?? ''}}`);
  const filter = Object.fromEntries(
    Object.entries(conditions).map(([field, value]) => {
      const at = names.indexOf(value);
      return [field, at === -1 ? value : (keys[at] ?? '')];
    }),
  );
  const isOther = Object.entries(filter).some(
    ([field, value]) => value === '' || (query[field] ?? value) !== value,
  );
  if (isOther) return null;
  const asked = Object.entries(query).filter(([name]) => !OF_ANSWER.includes(name));
  return callsAddress({ ...Object.fromEntries(asked), ...dates, ...filter });
}
