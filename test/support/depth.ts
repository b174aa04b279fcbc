import { randomInt } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly depth: 'ordinary' | 'full';
  }
}

/**
 * How much a randomized or exhaustive test tries: a sample that a developer waits for, or with `npm
 * run test:full` everything that the targets of the design ask for.
 */
export const atDepth = <T>(amounts: { readonly ordinary: T; readonly full: T }): T =>
  amounts[inject('depth')];

/**
 * The seed of random cases. Ordinary runs repeat the same cases, so that a failure is due to a
 * change; each full run draws new ones.
 */
export const SEED = atDepth({ ordinary: 1, full: randomInt(2 ** 31) });

/** This many of them, and others in the next run: over many runs, all of them are tried. */
export function someOf<T>(all: readonly T[], count: number, turn: number): T[] {
  return all.filter((_, index) => (index + turn) % Math.ceil(all.length / count) === 0);
}
