import { CATALOGUE } from '../../../../core/shared/catalogue.js';
import { PlatformError } from '../../../../core/shared/platform-error.js';
import { EXPORT_ERRORS } from '../../calls.errors.js';
import type { ExportEnd } from '../governance/export-audit.policy.js';
import { ReceiverGoneError, WallTimeError } from './export-stop.js';
import { SpoolFullError } from './spool.js';

/** Thrown if the receiver takes too long to accept a complete file. */
export class ReceiverTooSlowError extends Error {
  override readonly name = 'ReceiverTooSlowError';
}

/** Whether the error ended a response in progress. */
export const isOvertime = (error: unknown): boolean =>
  error instanceof WallTimeError || error instanceof ReceiverTooSlowError;

const isDenial = (error: PlatformError): boolean => error.entry.code === EXPORT_ERRORS.denied.code;

/** The audited outcome of an export or preview that ended with an error. */
export function endOf(error: unknown): ExportEnd {
  // The receiver is gone and gets no response.
  if (error instanceof ReceiverGoneError) return failed('CLIENT_DISCONNECTED');
  if (error instanceof ReceiverTooSlowError) return failed('CLIENT_TOO_SLOW');
  const answer = asAnswer(error);
  const code = answer instanceof PlatformError ? answer.entry.code : CATALOGUE.internalError.code;
  if (answer instanceof PlatformError && isDenial(answer)) return { code, outcome: 'denied' };
  if (error instanceof WallTimeError) return failed(code, 'wall_time_exceeded');
  if (error instanceof SpoolFullError) return failed(code, 'spool_full');
  return failed(code);
}

const failed = (code: string, failureReason = code.toLowerCase()): ExportEnd => ({
  code,
  outcome: 'failed',
  failureReason,
});

export const asAnswer = (error: unknown): unknown =>
  error instanceof WallTimeError || error instanceof SpoolFullError
    ? new PlatformError(EXPORT_ERRORS.tooLarge)
    : error;
