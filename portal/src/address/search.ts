/**
 * The query of every page's address. It is the whole state of a view, so a copied link shows a
 * colleague the same.
 */
export interface ViewSearch {
  /** The client to show. Only a hint: each route decides on access. */
  readonly client_id?: string;
  readonly project_id?: string;
  /** Days back from today, or "today", "yesterday", "last_month", or "2026-01-31..2026-02-28". */
  readonly range?: string;
  readonly zone?: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 255
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** Keeps the known parameters of a view from an address, and drops all others. */
export const viewSearch = (search: Record<string, unknown>): ViewSearch => ({
  client_id: textOf(search['client_id']),
  project_id: textOf(search['project_id']),
  range: textOf(search['range']),
  zone: textOf(search['zone']),
});

/** The same with further text parameters. */
const searchWith =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): ViewSearch & { readonly [name in Name]?: string } => ({
    ...viewSearch(search),
    ...(Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as { [name in Name]?: string }),
  });

/** The parameters of a page; those of other pages are dropped when a person leaves them. */
export const pageSearch = <Name extends string>(...names: readonly Name[]) => {
  const validateSearch = searchWith(...names);
  type Search = ReturnType<typeof validateSearch>;
  return {
    validateSearch,
    search: {
      middlewares: [
        ({ search, next }: { search: Search; next: (search: Search) => Search }): Search =>
          validateSearch(next(search)),
      ],
    },
  };
};

/** Keeps the client, project, range and zone of the view on the way to another page. */
export const keptSearch = ({ client_id, project_id, range, zone }: ViewSearch): ViewSearch => ({
  client_id,
  project_id,
  range,
  zone,
});

/** The address of the calls of last month with their export open. */
export const LAST_MONTH_EXPORT = { range: 'last_month', dialog: 'export' } as const;
