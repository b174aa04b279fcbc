/**
 * Milliseconds from a request to the answer of its one failure (requests 8.11). A refusal costs
 * between none and three round trips to stores, some milliseconds each, and some tens on a busy
 * machine: 250 ms hide all of them, and a person who follows a dead link waits no longer for its
 * page than for any other.
 */
export const FAILURE_STEP_MS = 250;

/**
 * When a failure is answered: at the end of the step in which it is known. Work that took longer than a
 * step tells how many steps, and no more.
 * @param arrivedAt when the request was there, on the clock of `performance.now()` as the others
 */
export const answerTime = (arrivedAt: number, now: number): number =>
  arrivedAt + FAILURE_STEP_MS * Math.max(1, Math.ceil((now - arrivedAt) / FAILURE_STEP_MS));

/**
 * Waits until a moment, and never ends before it: a timer counts from the last turn of the event
 * loop in whole milliseconds and may be early by one, depending on when it was set.
 */
export async function sleepUntil(moment: number): Promise<void> {
  for (let left = moment - performance.now(); left > 0; left = moment - performance.now())
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
}
