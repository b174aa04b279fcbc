import type { RateWindows } from '../../../../core/rate-limit/rate-limit.decorator.js';

/** calls-export 7.5 */
export const MAX_ROWS = 10_000;

/** How long reading may take (calls-export 7.6). */
export const WALL_MS = 30_000;

/**
 * The largest file of v2 and v3, checked before their headers are sent (calls-export 7.6). Files of
 * the other profiles may be larger: for them it is the size of the buffer. When the buffer is full,
 * reading from the store waits for the receiver.
 */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** How many exports may begin (calls-export 7.2). */
export const EXPORT_WINDOWS = {
  caller: { limit: 3, seconds: 600 },
  tenant: { limit: 12, seconds: 600 },
} as const satisfies RateWindows;

/**
 * Ten previews per export (calls-export 10.6), so that a person who tries out filters does not
 * reach the limit.
 */
export const PREVIEW_WINDOWS = {
  caller: { limit: 30, seconds: 600 },
  tenant: { limit: 120, seconds: 600 },
} as const satisfies RateWindows;
