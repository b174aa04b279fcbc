import { recordPiiAccess } from '../api/generated';
import { useSession } from '../session/session';
import { useView } from '../address/view';
import { useWrite } from './write';

/**
 * Records that this person views personal data of a call, before it is shown: if it cannot be
 * recorded, it is not shown (privacy 7.1).
 */
export function useRecordedLook(callId: string, accessType: 'view_transcript' | 'view_phone') {
  const session = useSession();
  const { client_id } = useView();
  const look = useWrite(async () => {
    const body = {
      access_type: accessType,
      accessed_by: session?.user_id ?? '',
      access_context: 'portal',
    };
    await recordPiiAccess({ path: { call_id: callId }, query: { client_id }, body });
    return true;
  });
  return { ...look, isRecorded: look.answer === true };
}
