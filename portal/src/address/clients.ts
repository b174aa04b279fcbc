import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { ViewSearch } from './search';
import { ownClient, type Session } from '../session/session';

interface Named {
  readonly client_id: string;
  readonly business_name: string;
}

const plain = (name: string): string => name.trim().toLocaleLowerCase();

/** Tells which of these clients share their name with another one: for them the id is shown too. */
export function sharesName(clients: readonly Named[]): (client: Named) => boolean {
  const times = new Map<string, number>();
  for (const { business_name } of clients)
    times.set(plain(business_name), (times.get(plain(business_name)) ?? 0) + 1);
  return ({ business_name }) => (times.get(plain(business_name)) ?? 0) > 1;
}

/** Names by which no two of these clients read the same. */
export function namesOf(clients: readonly Named[]): (client: Named) => string {
  const isShared = sharesName(clients);
  return (client) =>
    isShared(client) ? `${client.business_name} (${client.client_id})` : client.business_name;
}

/** Clients as a list of choices. */
export function clientOptions(clients: readonly Named[]): { value: string; label: string }[] {
  const nameOf = namesOf(clients);
  return clients.map((client) => ({ value: client.client_id, label: nameOf(client) }));
}

/** The clients whose name has this text, or whose id it is. */
export function findClients<Client extends Named>(
  clients: readonly Client[],
  text: string,
): readonly Client[] {
  const wanted = plain(text);
  return clients.filter((it) => plain(it.business_name).includes(wanted) || it.client_id === wanted);
}

/** Pages about a person, or about all of their clients: another client leaves their state as it is. */
const OF_PERSON = ['/clients', '/settings', '/guide'];

/** Whether a page is there for a person with any client in the address. */
export const isOfPerson = (pathname: string): boolean => OF_PERSON.some((it) => pathname.startsWith(it));

/** Chooses the client of the whole portal. A page about one thing of the client before gives way to its list. */
export function useChooseClient(): (clientId: string) => void {
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return useCallback(
    (client_id) => {
      const isKept = isOfPerson(pathname);
      void navigate({
        to: isKept ? '.' : `/${pathname.split('/')[1]}`,
        search: ({ range, zone, tab, ...others }: ViewSearch & { readonly tab?: string }) => ({
          ...(isKept && { ...others, project_id: undefined, page: undefined, invitations_page: undefined }),
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

/** Has every address name its client: a colleague sees the same by it. */
export function useNamedClient(session: Session): void {
  const navigate = useNavigate();
  const { client_id: named }: ViewSearch = useSearch({ strict: false });
  const own = ownClient(session);
  useEffect(() => {
    if (named !== undefined) return;
    void navigate({
      to: '.',
      replace: true,
      hash: true,
      search: (it: ViewSearch) => ({ ...it, client_id: own }),
    } as never);
  }, [named, own, navigate]);
}
