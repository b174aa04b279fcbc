import { vi } from 'vitest';

/** Longer than anything takes on the busiest machine: only a test that fails waits for it. */
const CEILING_MS = 60_000;

/**
 * Waits until the check no longer throws.
 * @param everyMs between two checks; short for a moment that is soon over
 */
export const eventually = <T>(check: () => T | Promise<T>, everyMs = 20): Promise<T> =>
  vi.waitFor(check, { timeout: CEILING_MS, interval: everyMs });
