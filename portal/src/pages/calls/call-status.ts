import type { ListCallsResponse } from '../../api/generated';

type Call = Pick<ListCallsResponse['items'][number], 'call_status' | 'status_detail' | 'started_at_utc'>;

/** Longer than any call: an older call without an end was never reported to have ended. */
export const LONGEST_CALL_MS = 24 * 60 * 60 * 1000;

const UNDER_WAY: readonly string[] = ['queued', 'ringing', 'in_progress'];

/** Whether a call is in progress, so that its outcome is not known yet. */
export const isUnderWay = (call: Call, now: number): boolean => UNDER_WAY.includes(shownStatus(call, now));

/**
 * The status of a call as people see it. `unreported`: the runtime stopped reporting, so the
 * service ended the call (calls-ingest 3.6), or it is about to.
 */
export function shownStatus(
  { call_status: status, status_detail: detail, started_at_utc: startedAt }: Call,
  now: number,
): Call['call_status'] | 'unreported' {
  if (status === 'failed' && detail === 'runtime_silent') return 'unreported';
  const isOld = Date.parse(startedAt) <= now - LONGEST_CALL_MS;
  return UNDER_WAY.includes(status) && isOld ? 'unreported' : status;
}
