import type { Clock } from '../../../../core/time/clock.js';

export class ReceiverGoneError extends Error {
  override readonly name = 'ReceiverGoneError';
}

/** Thrown when an export exceeds its time limit (calls-export 7.6, 7.7). */
export class WallTimeError extends Error {
  override readonly name = 'WallTimeError';
}

/** When work has to stop, and the error to throw then. */
export interface StopTerms {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Creates the error when the time is up. */
  readonly overtime: () => Error;
  readonly receiver: AbortSignal;
}

/**
 * Runs work until its time is up or its receiver has gone. It stops at any await: during a
 * statement, or while a receiver accepts nothing.
 * @param work gets a check that throws as soon as the work has to stop. It must check before every
 *   externally visible effect, because it may still be running when this has thrown.
 */
export async function untilStopped<T>(
  { clock, limitMs, overtime, receiver }: StopTerms,
  work: (check: () => void) => Promise<T>,
): Promise<T> {
  const until = clock.now().getTime() + limitMs;
  const stopped = Promise.withResolvers<never>();
  let reason: Error | null = null;
  const stop = (error: Error): void => {
    reason ??= error;
    stopped.reject(reason);
  };
  const leave = (): void => stop(new ReceiverGoneError('The client has disconnected.'));
  const check = (): void => {
    if (receiver.aborted) leave();
    else if (clock.now().getTime() > until) stop(overtime());
    if (reason !== null) throw reason;
  };
  const timer = setTimeout(() => stop(overtime()), limitMs);
  receiver.addEventListener('abort', leave);
  // There may be no listener yet, or no longer one.
  stopped.promise.catch(() => undefined);
  try {
    check();
    const running = work(check);
    running.catch(() => undefined);
    return await Promise.race([running, stopped.promise]);
  } finally {
    clearTimeout(timer);
    receiver.removeEventListener('abort', leave);
    // Abandoned work ends at its next check.
    reason ??= new Error('The export has ended.');
  }
}
