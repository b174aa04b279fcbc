import { rightsFor, type May } from '../session/rights';
import { assignmentFor, useSession, type Assignment } from '../session/session';
import { useClientId } from './view';

/** The person's assignment for the client in view; undefined until the session is known. */
export function useAssignment(): Assignment | undefined {
  const session = useSession();
  const clientId = useClientId();
  return session && assignmentFor(session, clientId);
}

/** The person's rights for the client in view; empty until the session is known. */
export function useMay(): May {
  const session = useSession();
  const clientId = useClientId();
  return session ? rightsFor(session, clientId) : () => false;
}
