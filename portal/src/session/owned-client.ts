import { useQuery } from '@tanstack/react-query';
import { getPartnerClientOptions } from '../api/generated/@tanstack/react-query.gen';
import { rightsAnywhere } from './rights';
import { assignmentFor, type Session } from './session';

/**
 * The summary of a client for which the person has no role: an organisation that they administer
 * may own it (partner-clients 2.3). Other clients cause no request.
 */
export const useOwnedClient = (session: Session, clientId: string) =>
  useQuery({
    ...getPartnerClientOptions({ path: { client_id: clientId } }),
    enabled: rightsAnywhere(session)('listPartnerClientUsers') && !assignmentFor(session, clientId),
  });
