/**
 * Milliseconds to the answer of a route's one failure (requests 8.11): they hide the round trips to
 * stores, some milliseconds each, and a person who follows a dead link hardly waits.
 */
export const FAILURE_STEP_MS = 250;

/**
 * When a failure is answered: at the end of the step in which it is known.
 * @param arrivedAt when the request was there, on the clock of `performance.now()` as the others
 */
export const answerTime = (arrivedAt: number, now: number): number =>
  arrivedAt + FAILURE_STEP_MS * Math.max(1, Math.ceil((now - arrivedAt) / FAILURE_STEP_MS));

/** Waits until a moment, and never ends before it; a timer may be early by a millisecond. */
export async function sleepUntil(moment: number): Promise<void> {
  for (let left = moment - performance.now(); left > 0; left = moment - performance.now())
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
}
