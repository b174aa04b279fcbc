// The queue's library writes these on a job whose lease ended, or that was interrupted when its
// worker stopped.
const LEASE_ENDED = 'job timed out';
const CUT_OFF = 'pg-boss shut down while active';

/**
 * Whether an attempt ended with its worker, and not with an error of its handler.
 * @param output the queue's note on the job about that attempt
 */
export function isLostWithWorker(output: unknown): boolean {
  const value = isRecord(output) ? output['value'] : undefined;
  return value === CUT_OFF || (isRecord(value) && value['message'] === LEASE_ENDED);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
