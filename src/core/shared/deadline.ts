/** Thrown if a store did not answer within the deadline; its connection is closed. */
export class StoreDeadlineError extends Error {
  readonly code = 'ETIMEDOUT';
  /** @param isSilent whether the store was silent for so long that it must be dead, not merely slow */
  constructor(readonly isSilent: boolean) {
    super('The store did not answer within its deadline.');
    this.name = 'StoreDeadlineError';
  }
}

/**
 * Ends the wait, not the work: the caller must also close the connection.
 * @param isSilent called after the deadline: does it prove that the store is dead?
 */
export async function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  isSilent: () => boolean = () => true,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    // After a stall, timers run before sockets are read: a response that has already arrived is
    // accepted.
    timer = setTimeout(() => setImmediate(() => reject(new StoreDeadlineError(isSilent()))), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    // When the deadline won, the work's own later failure has no listener.
    work.catch(() => undefined);
  }
}

/**
 * Waits for work that may be slow, for as long as the store is alive.
 * @param askEveryMs interval of the checks
 * @param deadlineMs end of the waiting in any case
 * @param askForLife fails when the store counts as dead
 */
export async function withHeartbeat<T>(
  work: Promise<T>,
  askEveryMs: number,
  deadlineMs: number,
  askForLife: () => Promise<void>,
): Promise<T> {
  const until = performance.now() + deadlineMs;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  // Clearing a timer costs a tenth of aborting a delay, and nearly every one is cleared.
  const watch = new Promise<never>((_, reject) => {
    const lookLater = (): void => {
      if (isOver) return;
      timer = setTimeout(() => {
        if (performance.now() >= until) reject(new StoreDeadlineError(false));
        else askForLife().then(lookLater, () => reject(new StoreDeadlineError(true)));
      }, askEveryMs);
    };
    lookLater();
  });
  try {
    return await Promise.race([work, watch]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
