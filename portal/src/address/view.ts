import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { isZone, rangeOf, type Range } from './range';
import { ownClient, useSession } from '../session/session';
import type { ViewSearch } from './search';

export interface View extends Range {
  readonly zone: string;
  readonly client_id: string;
  readonly project_id?: string;
}

/**
 * The client that the address names, otherwise the person's own; empty until the session is known.
 */
export function useClientId(): string {
  const { client_id }: ViewSearch = useSearch({ strict: false });
  const session = useSession();
  return client_id ?? (session ? ownClient(session) : '');
}

/** The range, zone, client and project of the view, from the page's address. */
export function useView(): View {
  const search: ViewSearch = useSearch({ strict: false });
  const client_id = useClientId();
  const timezone = useSession()?.timezone;
  return useMemo(() => {
    const own = timezone && isZone(timezone) ? timezone : Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = isZone(search.zone) ? search.zone : own;
    return {
      ...rangeOf(search.range, zone, new Date()),
      zone,
      client_id,
      project_id: search.project_id,
    };
  }, [search.range, search.zone, search.project_id, client_id, timezone]);
}

/** Changes parameters of the address; an undefined one is removed. */
export function useChangeView(): (change: Readonly<Record<string, string | undefined>>) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
      } as never),
    [navigate],
  );
}

/** The parameters of every analytics route. */
export const analyticsQuery = ({ zone, start_date, end_date, client_id, project_id }: View) => ({
  start_date,
  end_date,
  timezone: zone,
  client_id,
  project_id,
});
