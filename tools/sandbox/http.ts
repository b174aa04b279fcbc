import { setTimeout as delay } from 'node:timers/promises';

/** The API refuses the request: repeating it would not help. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The address of the API, and the key of one client and environment. */
export interface ApiAccess {
  readonly apiUrl: string;
  readonly apiKey: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** How long to wait before the next request; 0 if the API does not say. */
  readonly retryAfterMs: number;
}

// Longer than a claim may wait.
const ANSWER_MS = 30_000;
const PAUSE_MS = 500;

/** Sends requests with the runtime's key. */
export class RuntimeClient {
  private readonly settings: ApiAccess;

  constructor(settings: ApiAccess) {
    this.settings = settings;
  }

  /**
   * One POST, retried while the API is unreachable or busy.
   * @param whenFull whether a 429 is an ordinary response or is retried
   * @returns null for such a response, or if the signal was aborted first
   * @throws RefusedError for every response other than 200
   */
  async post(
    path: string,
    body: unknown,
    signal: AbortSignal,
    whenFull: 'answer' | 'repeat' = 'repeat',
  ): Promise<unknown> {
    while (!signal.aborted) {
      const answer = await this.send('POST', path, body, signal);
      if (answer?.status === 200) return answer.body;
      const isFull = answer?.status === 429;
      if (isFull && whenFull === 'answer') return null;
      if (answer !== null && !isFull && answer.status < 500) {
        throw new RefusedError(`POST ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      await delay(answer?.retryAfterMs || PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  /**
   * One GET, without retries.
   * @returns null if the API is unreachable or busy
   * @throws RefusedError for every response other than 200
   */
  async get(path: string, signal: AbortSignal): Promise<unknown> {
    const answer = await this.send('GET', path, undefined, signal);
    if (answer === null || answer.status === 429 || answer.status >= 500) return null;
    if (answer.status === 200) return answer.body;
    throw new RefusedError(`GET ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  /** Null if there is no response. */
  private async send(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    try {
      const response = await fetch(`${this.settings.apiUrl}${path}`, {
        method,
        headers: { 'X-API-Key': this.settings.apiKey, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      const text = await response.text();
      const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000 || 0;
      return { status: response.status, body: text === '' ? null : JSON.parse(text), retryAfterMs };
    } catch {
      return null;
    }
  }
}
