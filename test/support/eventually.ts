import { vi } from 'vitest';

/** Longer than anything takes on the busiest machine: only a failing test waits this long. */
const CEILING_MS = 60_000;

/**
 * Waits until the check no longer throws.
 * @param everyMs between two checks; short for a brief moment
 */
export const eventually = <T>(check: () => T | Promise<T>, everyMs = 20): Promise<T> =>
  vi.waitFor(check, { timeout: CEILING_MS, interval: everyMs });
