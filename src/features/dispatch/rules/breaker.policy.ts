/** The recent outcomes of a campaign's attempts. */
export interface RecentEnds {
  /**
   * Counted up to one more than twice the failures, and at least to ten: higher counts make no
   * difference.
   */
  readonly ended: number;
  /** Number of these that are `carrier_failed` or `system_failed`. */
  readonly failed: number;
}

/** The window of recent ends, in seconds (dispatch 4.6). */
export const BREAKER_WINDOW_SECONDS = 120;
const LEAST_ATTEMPTS = 10;

/** Whether calls fail so often that a campaign pauses automatically (dispatch 4.6). */
export const isTripped = ({ ended, failed }: RecentEnds): boolean =>
  ended >= LEAST_ATTEMPTS && failed * 2 >= ended;
