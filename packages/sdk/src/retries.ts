import { retryAfterOf } from './errors.js';

export interface RetryOptions {
  /** Attempts in all, the first among them. Default: 4; 1 never repeats. */
  readonly attempts?: number;
  /**
   * Longest wait before one attempt, in seconds; where the service asks for more, its answer is
   * final. Default: 60.
   */
  readonly maxWaitSeconds?: number;
}

const KEY = 'Idempotency-Key';

// Where the service names no time: a quarter of a second, doubled for each attempt, and spread so
// that clients that failed together do not come back together.
const FIRST_WAIT_MS = 250;

/**
 * A fetch that repeats requests that are safe to repeat: reads, and writes with an idempotency key,
 * which stays the same. It repeats them after a broken connection, after 429 and 503, and after 409
 * with Retry-After, which says that an earlier request with the key is still running. It repeats
 * any other request only after 429, because the API has then done nothing.
 */
export function retryingFetch(fetch: typeof globalThis.fetch, options: RetryOptions = {}) {
  const { attempts = 4, maxWaitSeconds = 60 } = options;
  return async (...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    // The API redirects nowhere. A redirect is the answer, so that no other host gets the key or
    // the body.
    const request = new Request(input, { ...init, redirect: 'manual' });
    for (let attempt = 1; ; attempt += 1) {
      // A request's body can be read once: each attempt but the last gets a copy.
      const isLast = attempt >= attempts;
      const answer = await attemptOnce(fetch, isLast ? request : request.clone());
      const wait = isLast ? null : waitAfter(answer, request, attempt);
      if (wait === null || wait > maxWaitSeconds * 1000) {
        if (answer instanceof Response) return answer;
        throw answer.reason;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await sleep(wait, request.signal);
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

/** Milliseconds to wait before the next attempt, or null where the answer is final. */
function waitAfter(answer: Response | Broken, request: Request, attempt: number): number | null {
  if (request.signal.aborted) return null;
  const isSafe = request.method === 'GET' || request.headers.has(KEY);
  const backoff = isSafe ? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random()) : null;
  if (!(answer instanceof Response)) return backoff;
  const seconds = retryAfterOf(answer);
  const asked = seconds === null ? null : seconds * 1000;
  switch (answer.status) {
    case 409:
      return isSafe ? asked : null;
    case 429:
      return asked ?? backoff;
    case 503:
      return isSafe ? (asked ?? backoff) : null;
    default:
      return null;
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
