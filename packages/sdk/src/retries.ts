import { retryAfterIn, retryAfterOf } from './errors.js';

export interface RetryOptions {
  /** Attempts in all, including the first. Default: 4; 1 never repeats. */
  readonly attempts?: number;
  /**
   * Seconds for all attempts and waits of one request together. If the next wait would end later,
   * the response is final. Default: 300, the longest time of an export.
   */
  readonly maxTotalSeconds?: number;
  /** Replaces timers in tests. */
  readonly clock?: RetryClock;
}

/** Time and randomness, which tests replace. */
export interface RetryClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after this many milliseconds; rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

const KEY = 'Idempotency-Key';

// The waits that the API recommends if it names no time: a minute that doubles up to ten, and up to
// five seconds more, so that clients that failed together do not retry together.
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 600_000;
const JITTER_MS = 5_000;

const REAL_CLOCK: RetryClock = { now: Date.now, sleep, random: Math.random };

/**
 * A fetch that repeats requests that are safe to repeat: reads, and writes with an idempotency key,
 * which stays the same. It repeats them after a broken connection, after 429 and 503, and after a
 * 409 that names a time, which means that an earlier request with the key is still running. It
 * repeats any other request only after 429, because the API has then done nothing.
 *
 * It waits as long as Retry-After says, else as long as the body says, else as above.
 */
export function retryingFetch(fetch: typeof globalThis.fetch, options: RetryOptions = {}) {
  const { attempts = 4, maxTotalSeconds = 300, clock = REAL_CLOCK } = options;
  return async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    // The API never redirects. A redirect is returned as the response, so that no other host gets
    // the key or the body.
    const request = new Request(input, { ...init, redirect: 'manual' });
    const end = clock.now() + maxTotalSeconds * 1000;
    for (let attempt = 1; ; attempt += 1) {
      // A request's body can be read once: every attempt except the last gets a copy.
      const isLast = attempt >= attempts;
      const answer = await attemptOnce(fetch, isLast ? request : request.clone());
      const wait = isLast || !mayRepeat(answer, request) ? null : await waitAfter(answer, attempt, clock);
      if (wait === null || clock.now() + wait > end) {
        if (answer instanceof Response) return answer;
        throw answer.reason;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await clock.sleep(wait, request.signal);
    }
  };
}

interface Broken {
  readonly reason: unknown;
}

async function attemptOnce(fetch: typeof globalThis.fetch, request: Request): Promise<Response | Broken> {
  try {
    return await fetch(request);
  } catch (reason) {
    return { reason };
  }
}

function mayRepeat(answer: Response | Broken, { method, headers, signal }: Request): boolean {
  if (signal.aborted) return false;
  const isSafe = method === 'GET' || headers.has(KEY);
  if (!(answer instanceof Response)) return isSafe;
  return answer.status === 429 || (isSafe && (answer.status === 503 || answer.status === 409));
}

/** Milliseconds to wait before the next attempt, or null if the response is final. */
async function waitAfter(
  answer: Response | Broken,
  attempt: number,
  { now, random }: RetryClock,
): Promise<number | null> {
  if (answer instanceof Response) {
    const seconds = retryAfterOf(answer, now()) ?? retryAfterIn(await bodyOf(answer));
    if (seconds !== null) return seconds * 1000;
    // A conflict that waiting does not resolve.
    if (answer.status === 409) return null;
  }
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) + random() * JITTER_MS;
}

/** The JSON of the response, or undefined if a proxy sent something else. */
async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.clone().json();
  } catch {
    return undefined;
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
