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

/** So many of them, others at the next turn: all are tried in the course of the turns. */
export function someOf<T>(all: readonly T[], count: number, turn: number): T[] {
  return all.filter((_, index) => (index + turn) % Math.ceil(all.length / count) === 0);
}
