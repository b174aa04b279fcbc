import { useQuery } from '@tanstack/react-query';
import {
  getSupportOpenCountOptions,
  getSupportBadgeOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';

/** Counts change slowly, and a person may read them 60 times a minute. */
const FRESH_MS = 30_000;

/** The queries that a changed ticket invalidates. */
export const TICKET_QUERIES = [
  [{ _id: 'searchSupportTickets' }],
  [{ _id: 'getSupportTicket' }],
  [{ _id: 'getSupportBadge' }],
  [{ _id: 'getSupportOpenCount' }],
] as const;

/**
 * How many tickets are unread or wait for the person. Not polled, because an unused session must
 * end.
 */
export function useSupportBadge() {
  const client_id = useClientId();
  const may = useMay();
  return useQuery({
    ...getSupportBadgeOptions({ query: { client_id } }),
    enabled: client_id !== '' && may('getSupportBadge'),
    staleTime: FRESH_MS,
    refetchInterval: false,
  });
}

/** How many tickets of the client are open. */
export function useOpenTickets() {
  const client_id = useClientId();
  return useQuery({ ...getSupportOpenCountOptions({ query: { client_id } }), staleTime: FRESH_MS });
}

/**
 * Whether the person answers tickets of all clients: such people also assign them, and write notes
 * that the client does not see.
 */
export const useIsStaff = (): boolean => useMay()('transitionCallerRequest');
