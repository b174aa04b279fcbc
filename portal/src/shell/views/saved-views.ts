import { useQuery } from '@tanstack/react-query';
import { listSavedViewsOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { SavedView } from '../../api/generated';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import { useSession } from '../../session/session';
import { mayOpen } from '../pages';

/** Pages whose addresses can be saved (saved-views 2.1). */
const PAGES = ['/analytics', '/calls', '/campaigns', '/integrations', '/projects', '/requests', '/support'];

// Filters that name one caller, one call or sealed words are not part of a view (saved-views 2.3).
const NOT_KEPT = ['caller', 'search', 'follow_up_tag', 'text'];

/** The client's views whose pages the person may open, including views that others share. */
export function useSavedViews() {
  const client_id = useClientId();
  const session = useSession();
  const may = useMay();
  return useQuery({
    ...listSavedViewsOptions({ query: { client_id } }),
    enabled: client_id !== '' && may('listSavedViews'),
    staleTime: 60_000,
    select: ({ items, may_share }) => ({
      items: items.filter(
        ({ address }) => session && mayOpen(session, client_id, address.split('?')[0] ?? ''),
      ),
      may_share,
    }),
  });
}

/** A parameter of an address as text; empty if it is missing. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The current address in the form that is saved; null if the page has no views. */
export function savableAddress(
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): { readonly address: string; readonly leavesOut: boolean } | null {
  if (!PAGES.includes(pathname)) return null;
  const parameters = Object.entries(search).filter(([, value]) => value !== undefined);
  const kept = parameters.filter(([name]) => !NOT_KEPT.includes(name));
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)]));
  return { address: `${pathname}?${query.toString()}`, leavesOut: kept.length < parameters.length };
}

/** The page of a view, for the client to which it belongs. */
export function placeOf({ address }: SavedView, client_id: string) {
  const [to = '/', query = ''] = address.split('?');
  return { to, search: { ...Object.fromEntries(new URLSearchParams(query)), client_id } };
}

/** Whether the address contains everything that a view stores; it may contain more. */
export const isShown = (
  view: SavedView,
  pathname: string,
  search: Readonly<Record<string, unknown>>,
): boolean => {
  const { to, search: kept } = placeOf(view, '');
  return (
    to === pathname &&
    Object.entries(kept).every(([name, value]) => name === 'client_id' || textOf(search[name]) === value)
  );
};
