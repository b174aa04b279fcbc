import { useQuery } from '@tanstack/react-query';
import { listFollowUpsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useSession } from '../../session/session';

/**
 * The open follow-ups of the person at a client, most urgent first.
 * @param isAsking false: only what another part of the page has read
 */
export function useOwnFollowUps(client_id: string, isAsking = true) {
  const owner = useSession()?.user_id;
  const may = useMay();
  return useQuery({
    ...listFollowUpsOptions({ query: { client_id, owner, state: 'open', page_size: 1 } }),
    enabled: isAsking && owner !== undefined && client_id !== '' && may('listFollowUps'),
  });
}
