import type { RateWindows, WindowName } from '../../../core/throttling/rate-limit.decorator.js';

/**
 * How many test calls may be asked for. All of it lies far below what the edge lets through (1,200 requests a minute).
 * - caller: a person who listens to each of them makes fewer, and a key counts with the person who made it
 * - project: two people at work on one assistant
 * - tenant: four of them, on any number of projects
 * - destination: twice what the public demonstration may ring one telephone; over all tenants, and for an hour, because
 *   it protects the person who is called, who may have asked for none of it
 */
export const TEST_CALL_WINDOWS = {
  caller: { limit: 5, seconds: 60 },
  tenant: { limit: 20, seconds: 60 },
  project: { limit: 10, seconds: 60 },
  destination: { limit: 10, seconds: 3600 },
} as const satisfies RateWindows;

const WORDS: Readonly<Record<WindowName, string>> = {
  caller: 'by you and your keys: 5 a minute',
  tenant: 'of this client: 20 a minute',
  project: 'of this project: 10 a minute',
  destination: 'to this number: 10 an hour',
};

// Who has to wait longest for one of them waits for all.
const SLOWEST_FIRST: readonly WindowName[] = ['destination', 'tenant', 'project', 'caller'];

/** What a caller is told who meets full windows: the widest of them. */
export function fullestWindow(full: readonly WindowName[]): string {
  const name = SLOWEST_FIRST.find((it) => full.includes(it)) ?? 'caller';
  return `Too many test calls ${WORDS[name]} (window: ${name}). Wait as long as Retry-After says.`;
}
