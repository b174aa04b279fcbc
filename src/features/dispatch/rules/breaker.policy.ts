/** How the attempts of a campaign ended lately. */
export interface RecentEnds {
  /** Of more than twice the failures, and more than nine, one more than that is as good as all. */
  readonly ended: number;
  /** Of these `carrier_failed` or `system_failed`. */
  readonly failed: number;
}

/** What counts as lately, in seconds (dispatch 4.6). */
export const BREAKER_WINDOW_SECONDS = 120;
const LEAST_ATTEMPTS = 10;

/** Whether calls fail so often that a campaign stops by itself (dispatch 4.6). */
export const isTripped = ({ ended, failed }: RecentEnds): boolean =>
  ended >= LEAST_ATTEMPTS && failed * 2 >= ended;
