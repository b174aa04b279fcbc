import { queryOptions, useQuery } from '@tanstack/react-query';
import { getPortalSession, type SessionPersonResponse } from '../api/generated';
import { getPortalSessionQueryKey } from '../api/generated/@tanstack/react-query.gen';
import { asProblem } from '../api/problem';
import { hasOwner, takeTab } from './tab-owner';

export type Session = SessionPersonResponse;
export type Assignment = Session['assignments'][number];
/** A client whose directory is required, but which the person did not sign in through. */
export type ShutOutClient = Session['shut_out'][number];

export const sessionOptions = queryOptions({
  queryKey: getPortalSessionQueryKey(),
  queryFn: async ({ signal }): Promise<Session> => {
    try {
      const { data } = await getPortalSession({ signal });
      takeTab(data.user_id);
      return data;
    } catch (error) {
      // Signed in, but without a client, and therefore without an id here (portal-sessions 6.6).
      if (asProblem(error).kind === 'absent') takeTab('');
      throw error;
    }
  },
  staleTime: 60_000,
});

export const useSession = (): Session | undefined => useQuery(sessionOptions).data;

/** The assignment by which a person acts for a client; undefined if they have none. */
export const assignmentFor = ({ assignments }: Session, clientId: string): Assignment | undefined =>
  assignments.find(({ client_id }) => client_id === clientId);

/**
 * The client that locks a person out until they sign in through its directory; undefined: the
 * client does not.
 */
export const shutOutOf = ({ shut_out }: Session, clientId: string): ShutOutClient | undefined =>
  shut_out.find(({ client_id }) => client_id === clientId);

/** The client for an address that names none: the default one, otherwise the first by name. */
export const ownClient = ({ assignments, shut_out }: Session): string =>
  (assignments.find(({ is_default }) => is_default) ?? assignments[0] ?? shut_out[0]!).client_id;

/** The address that begins a sign-in; the person returns to the given address. */
export const signInAddress = (returnTo: string): string =>
  `/v1/portal/sign-in?return_to=${encodeURIComponent(returnTo)}`;

/** The address of the page that explains the sign-in. On a first visit it does not say that a session ended. */
export const signInPage = (returnTo: string): string =>
  `/sign-in?${hasOwner() ? 'reason=ended&' : ''}return_to=${encodeURIComponent(returnTo)}`;
