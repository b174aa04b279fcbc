import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { getPortalSession, type SessionPersonResponse } from '../api/generated';
import { getPortalSessionQueryKey } from '../api/generated/@tanstack/react-query.gen';
import { asProblem } from '../api/problem';
import type { ViewSearch } from './search';
import { hasOwner, takeTab } from './tab-owner';

export type Session = SessionPersonResponse;
export type Assignment = Session['assignments'][number];

export const sessionOptions = queryOptions({
  queryKey: getPortalSessionQueryKey(),
  queryFn: async ({ signal }): Promise<Session> => {
    try {
      const { data } = await getPortalSession({ signal });
      takeTab(data.user_id);
      return data;
    } catch (error) {
      // Signed in, but without a client, so without an id here (portal-sessions 6.6).
      if (asProblem(error).kind === 'absent') takeTab('');
      throw error;
    }
  },
  staleTime: 60_000,
});

export const useSession = (): Session | undefined => useQuery(sessionOptions).data;

const PARTNER = ['partner_admin', 'partner_user'];

export const isPartner = (role: string): boolean => PARTNER.includes(role);

const INTERNAL = ['service_admin', 'service_operator'];

export const isInternal = (role: string): boolean => INTERNAL.includes(role);

/**
 * The assignment by which a person acts for a client; without a client, that of a request that
 * names none.
 */
export function assignmentFor({ assignments }: Session, clientId: string | undefined): Assignment {
  const named = assignments.find(({ client_id }) => client_id === clientId);
  return named ?? assignments.find(({ is_default }) => is_default) ?? assignments[0]!;
}

/**
 * The client that requests name where the address names none: for people without a default client,
 * such as our own staff, the API does not choose.
 */
export const clientToName = ({ assignments }: Session): string | undefined =>
  assignments.some(({ is_default }) => is_default) ? undefined : assignments[0]?.client_id;

/** The person's role for the client of the view. */
export function useRole(): string {
  const { client_id: clientId }: ViewSearch = useSearch({ strict: false });
  const session = useSession();
  return session ? assignmentFor(session, clientId).role : '';
}

const CAMPAIGN_READERS = [...PARTNER, 'service_admin', 'service_operator'];

/** Whether a role reads campaigns (campaigns 1.1). */
export const readsCampaigns = (role: string): boolean => CAMPAIGN_READERS.includes(role);

/** Whether a role reads the evidence of outbound calls (dispatch 6.1). */
export const readsEvidence = (role: string): boolean => readsCampaigns(role) || role === 'client_admin';

/**
 * Whether a role exports calls (calls-export 2.1): every other role sees that there is nothing to
 * export.
 */
export const exportsCalls = (role: string): boolean =>
  ['client_admin', 'client_manager', 'client_staff', 'partner_admin'].includes(role);

/** The address that begins a sign-in; the person returns to the given address. */
export const signInAddress = (returnTo: string): string =>
  `/v1/portal/sign-in?return_to=${encodeURIComponent(returnTo)}`;

/** The address of the page that explains the sign-in. On a first visit it does not say that a session ended. */
export const signInPage = (returnTo: string): string =>
  `/sign-in?${hasOwner() ? 'reason=ended&' : ''}return_to=${encodeURIComponent(returnTo)}`;
