import { rightsFor, type May } from '../session/rights';
import { assignmentFor, useSession, type Assignment } from '../session/session';
import { useClientId } from './view';

/** The person's assignment for the client of the view; undefined also until the session is known. */
export function useAssignment(): Assignment | undefined {
  const session = useSession();
  const clientId = useClientId();
  return session && assignmentFor(session, clientId);
}

/** The rights of the person for the client of the view; none until the session is known. */
export function useMay(): May {
  const session = useSession();
  const clientId = useClientId();
  return session ? rightsFor(session, clientId) : () => false;
}
