/**
 * Milliseconds before the response to a route's only failure (requests 8.11): they hide the round
 * trips to stores, some milliseconds each, and hardly delay a person who follows a dead link.
 */
export const FAILURE_STEP_MS = 250;

/**
 * The time of a failure response: the end of the step in which the failure is known.
 * @param arrivedAt when the request arrived, on the clock of `performance.now()`, like the other
 *   times
 */
export const answerTime = (arrivedAt: number, now: number): number =>
  arrivedAt + FAILURE_STEP_MS * Math.max(1, Math.ceil((now - arrivedAt) / FAILURE_STEP_MS));

/** Waits until a time, and never ends early, although a timer may fire a millisecond early. */
export async function sleepUntil(moment: number): Promise<void> {
  for (let left = moment - performance.now(); left > 0; left = moment - performance.now())
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
}
