import { saveFollowUp, type FollowUpResponse } from '../../api/generated';
import { useClientId } from '../../address/view';
import { useWrite } from '../../data/write';
import { CHANGED_BY_FOLLOW_UP } from './queries';

interface Change {
  readonly saved: FollowUpResponse;
  readonly state: 'open' | 'done';
  /** Omitted: the owner stays the same. */
  readonly owner?: string | null;
}

/** Changes only the state or the owner of a follow-up. */
export function useFollowUpChange(onDone?: (change: Change) => void) {
  const client_id = useClientId();
  return useWrite(
    async ({ saved, state, owner = saved.owner?.user_id ?? null }: Change, key) => {
      await saveFollowUp({
        path: { call_id: saved.call_id },
        query: { client_id },
        headers: { 'If-Match': saved.etag, 'Idempotency-Key': key },
        body: { state, owner, due_at_utc: saved.due_at_utc, tags: [...saved.tags] },
      });
    },
    { changes: CHANGED_BY_FOLLOW_UP, onDone: (_, change) => onDone?.(change) },
  );
}
