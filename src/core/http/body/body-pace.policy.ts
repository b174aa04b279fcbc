/** How far a body had come at a moment of its reading. */
export interface PaceSample {
  readonly atMs: number;
  readonly bytes: number;
}

// 128 kbit/s: a body of ten megabytes has to come six times as fast anyway to be there within the
// minute that a request may take, and a line slower than this is slower than any that a server or a
// browser is on. Sent byte by byte, or held back, a body keeps a connection and a part of the
// budget for a few seconds instead of for that minute.
const LEAST_BYTES_PER_SECOND = 16 * 1024;

/**
 * Whether the sender of a body keeps pace: in each window it sends as much as the least rate makes
 * of it.
 * @param mark where the window began
 * @param now where the body is
 * @param windowMs lost packets may silence an honest line for a second or two, so windows are
 * longer than that
 * @returns the mark to go on with; null when the sender is too slow
 */
export function samplePace(mark: PaceSample, now: PaceSample, windowMs: number): PaceSample | null {
  const elapsedMs = now.atMs - mark.atMs;
  if (elapsedMs < windowMs) return mark;
  return now.bytes - mark.bytes >= (LEAST_BYTES_PER_SECOND * windowMs) / 1000 ? now : null;
}
