/** The states of a test call, in order. The last three are final. */
export const TEST_CALL_STATUSES = ['queued', 'placed', 'in_call', 'ended', 'failed', 'expired'] as const;
export type TestCallStatus = (typeof TEST_CALL_STATUSES)[number];

export const TEST_CALL_OUTCOMES = [
  'answered',
  'goal_completed',
  'transferred',
  'voicemail',
  'silence',
] as const;

/** Why a runtime could not make a call. */
export const RUNTIME_FAILURES = [
  'no_answer',
  'busy',
  'rejected',
  'invalid_number',
  'carrier_failed',
  'system_failed',
] as const;

/** Why a call was never claimed, or was abandoned. */
export const SERVICE_FAILURES = [
  'waited_too_long',
  'configuration_changed',
  'project_archived',
  'number_not_dialled',
  'does_not_open',
  'secret_gone',
  'runtime_silent',
] as const;
export type ServiceFailure = (typeof SERVICE_FAILURES)[number];

/** Stages whose mean time is shown, in milliseconds; the first response is a separate time. */
export const LATENCY_STAGES = [
  'first_response_ms',
  'speech_to_text_ms',
  'model_ms',
  'tools_ms',
  'text_to_speech_ms',
  'turn_ms',
] as const;

/** After this long without a report a call is shown as failed: no test call takes an hour. */
export const SILENT_AFTER_MS = 60 * 60_000;

/** The person who requested a test call waits by the telephone for at most this long. */
export const CALL_WAIT_MS = 10 * 60_000;

export interface ReportedCall {
  readonly sequence: number;
  readonly state: 'in_call' | 'ended' | 'failed';
  readonly outcome: string | null;
  readonly failureReason: string | null;
}

export interface ReportableCall {
  readonly status: TestCallStatus;
  readonly lastSequence: number;
  readonly outcome: string | null;
  readonly failureReason: string | null;
}

/**
 * The stored instant of a report's event (workspace 9.14). Clocks of runtimes may be wrong, but the
 * instants of a call are always in order.
 * @param after the call's previous instant: when it was claimed, or answered
 */
export function instantOfReport(reported: Date, after: Date | null, now: Date): Date {
  const at = reported < now ? reported : now;
  return after !== null && at < after ? after : at;
}

/**
 * Decides about a report (workspace 9.15): `apply` it; `ignore` it, because it is already known or
 * too late; or refuse it, because no runtime has claimed the call (`not_taken`) or the call ended
 * with a different report (`contradiction`).
 */
export function evaluateReport(
  call: ReportableCall,
  report: ReportedCall,
): 'apply' | 'ignore' | 'not_taken' | 'contradiction' {
  // If a call is final before its first report, the service ended it: no runtime has it.
  const wasReported = call.lastSequence > 0;
  const isFinal = call.status === 'ended' || call.status === 'failed' || call.status === 'expired';
  if (call.status === 'queued' || (isFinal && !wasReported)) return 'not_taken';
  if (isFinal) {
    if (report.state === 'in_call') return 'ignore';
    const isSame =
      report.state === call.status &&
      report.outcome === call.outcome &&
      report.failureReason === call.failureReason;
    return isSame ? 'ignore' : 'contradiction';
  }
  return report.sequence > call.lastSequence ? 'apply' : 'ignore';
}
