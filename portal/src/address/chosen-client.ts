import { useLocation, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { ViewSearch } from './search';
import { ownClient, type Session } from '../session/session';

/**
 * Pages about a person, or about all of their clients: choosing another client does not change
 * them.
 */
const OF_PERSON = ['/clients', '/settings', '/security', '/guide'];

/** Whether a page belongs to the person, with any client in the address. */
export const isOfPerson = (pathname: string): boolean => OF_PERSON.some((it) => pathname.startsWith(it));

/**
 * Chooses the client of the whole portal. A page about an item of the previous client is replaced
 * by its list.
 */
export function useChooseClient(): (clientId: string) => void {
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return useCallback(
    (client_id) => {
      const isKept = isOfPerson(pathname);
      void navigate({
        to: isKept ? '.' : `/${pathname.split('/')[1]}`,
        search: ({ range, zone, tab, ...others }: ViewSearch & { readonly tab?: string }) => ({
          ...(isKept && {
            ...others,
            project_id: undefined,
            page: undefined,
            invitations_page: undefined,
            connection: undefined,
          }),
          range,
          zone,
          tab,
          client_id,
        }),
      } as never);
    },
    [navigate, pathname],
  );
}

/**
 * Makes every address name its client, and removes parameters that its page does not know, so that
 * a colleague sees the same page.
 */
export function useNamedClient(session: Session): void {
  const router = useRouter();
  const { href } = useLocation();
  const own = ownClient(session);
  useEffect(() => {
    // An address without a page only matches the root, which is home.
    if (router.state.matches.length < 2) return;
    const named = {
      to: '.',
      replace: true,
      hash: true,
      search: (it: ViewSearch) => ({ ...it, client_id: it.client_id ?? own }),
    } as never;
    if (router.buildLocation(named).href !== href) void router.navigate(named);
  }, [href, own, router]);
}
