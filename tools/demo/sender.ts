import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The platform refuses a request of the demo, as it does for a suspended client or a revoked key.
 */
class DemoRefusal extends Error {
  override readonly name = 'DemoRefusal';
}

/**
 * Prepares a part of the demo. If the platform refuses a request, the part stays unchanged and
 * `tell` gets the reason: resources that people have suspended, revoked or archived must not stop
 * the rest of the demo.
 * @throws any other error
 */
export async function unlessRefused(part: () => Promise<void>, tell: (line: string) => void): Promise<void> {
  try {
    await part();
  } catch (error) {
    if (!(error instanceof DemoRefusal)) throw error;
    tell(
      `${error.message}. This part of the demo stays as it is; tenants and list-keys of operate show what is suspended or revoked.`,
    );
  }
}

/**
 * Sends one request with a key or token and returns the response. A body of bytes is sent as it is,
 * any other one as JSON.
 * @throws DemoRefusal naming the request that was refused, Error if the platform failed
 */
export type Send = (
  key: string,
  method: string,
  path: string,
  body?: object,
  ifMatch?: string,
) => Promise<{ answer: Record<string, unknown>; etag: string | undefined }>;

const PAUSE_MS = 1_000;

const isBytes = (body: object): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

/**
 * Sends the demo's requests, each with its own idempotency key, and retries with that key while a
 * store does not answer: on a busy machine it may need longer than a request may take.
 * @param credential the header of a key; default: that of API keys
 */
export const demoSender =
  (
    baseUrl: string,
    credential: (key: string) => Readonly<Record<string, string>> = (key) => ({ 'X-API-Key': key }),
  ): Send =>
  async (key, method, path, body, ifMatch) => {
    const headers = {
      ...credential(key),
      'Idempotency-Key': randomUUID(),
      ...(body && { 'Content-Type': isBytes(body) ? 'application/octet-stream' : 'application/json' }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    };
    const ask = () =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers,
        ...(body && { body: isBytes(body) ? body : JSON.stringify(body) }),
      });
    let response = await ask();
    while (response.status === 503) {
      await response.body?.cancel();
      await delay(PAUSE_MS);
      response = await ask();
    }
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) {
      const told = `Demo: ${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`;
      throw response.status < 500 ? new DemoRefusal(told) : new Error(told);
    }
    return { answer, etag: response.headers.get('etag') ?? undefined };
  };
