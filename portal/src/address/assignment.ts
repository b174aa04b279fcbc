import { assignmentFor, useSession, type Assignment } from '../session/session';
import { useClientId } from './view';

/** The person's assignment for the client of the view; undefined also until the session is known. */
export function useAssignment(): Assignment | undefined {
  const session = useSession();
  const clientId = useClientId();
  return session && assignmentFor(session, clientId);
}

/** The person's role for the client of the view; empty where they have none. */
export const useRole = (): string => useAssignment()?.role ?? '';
