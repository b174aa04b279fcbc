import {
  changeSupportTicket,
  type ChangeTicketRequest,
  type TicketDetailResponse,
  type TicketSavedResponse,
} from '../../../api/generated';
import { useClientId } from '../../../address/view';
import { useWrite, type Write } from '../../../data/write';
import { COURSE_QUERIES } from './queries';

/** Changes a ticket, guarded by the state that is shown. */
export function useChangeTicket(
  { ticket_id, etag }: TicketDetailResponse,
  onDone?: () => void,
): Write<ChangeTicketRequest, TicketSavedResponse> {
  const client_id = useClientId();
  return useWrite(
    async (body: ChangeTicketRequest) =>
      (
        await changeSupportTicket({
          path: { ticket_id },
          query: { client_id },
          headers: { 'If-Match': etag },
          body,
        })
      ).data,
    { changes: COURSE_QUERIES, onDone },
  );
}
