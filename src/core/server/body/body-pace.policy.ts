/** How far a body had come at a moment of its reading. */
export interface PaceSample {
  readonly atMs: number;
  readonly bytes: number;
}

// 128 kbit/s. A body of ten megabytes has to come six times as fast anyway to arrive within the
// minute of its request, and every line of a server or a browser is faster. A body that is sent
// byte by byte, or held back, keeps a connection and a part of the budget for a few seconds instead
// of for that minute.
const LEAST_BYTES_PER_SECOND = 16 * 1024;

/**
 * Whether the sender of a body is fast enough: each window has to bring the bytes of the least
 * rate.
 * @param mark the state at the begin of the window
 * @param now the state now
 * @param windowMs lost packets may silence an honest line for a second or two, so windows are
 * longer than that
 * @returns the mark of the next window; null when the sender is too slow
 */
export function samplePace(mark: PaceSample, now: PaceSample, windowMs: number): PaceSample | null {
  const elapsedMs = now.atMs - mark.atMs;
  if (elapsedMs < windowMs) return mark;
  return now.bytes - mark.bytes >= (LEAST_BYTES_PER_SECOND * windowMs) / 1000 ? now : null;
}
