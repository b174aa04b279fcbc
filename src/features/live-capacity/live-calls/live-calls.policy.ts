import type { ChangedCall } from '../../call-records/call-records.events.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';

/** A call that began longer ago is imported history, even if its status says otherwise. */
const LONGEST_AGO_MS = DAY_MS;

export type CallUse = 'in_use' | 'waiting' | 'none';

/**
 * capacity 3.1 to 3.3. An outbound call of a campaign uses the slot of its dial, and would
 * otherwise count twice.
 */
export function useOf(
  {
    callStatus,
    direction,
    campaignId,
    startedAt,
  }: Pick<ChangedCall, 'callStatus' | 'direction' | 'campaignId' | 'startedAt'>,
  now: Date,
): CallUse {
  if (direction === 'outbound' && campaignId !== null) return 'none';
  if (now.getTime() - startedAt.getTime() > LONGEST_AGO_MS) return 'none';
  if (callStatus === 'queued') return 'waiting';
  return callStatus === 'ringing' || callStatus === 'in_progress' ? 'in_use' : 'none';
}
