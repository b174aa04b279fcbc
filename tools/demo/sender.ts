import { randomUUID } from 'node:crypto';

/** Sends one request with a key and gives its answer. @throws Error naming the request that was refused */
export type Send = (
  key: string,
  method: string,
  path: string,
  body?: object,
  ifMatch?: string,
) => Promise<{ answer: Record<string, unknown>; etag: string | undefined }>;

/** Requests of the demo, each with an idempotency key of its own. */
export const demoSender =
  (baseUrl: string): Send =>
  async (key, method, path, body, ifMatch) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        'Idempotency-Key': randomUUID(),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`Demo: ${method} ${path} was refused: ${JSON.stringify(answer)}`);
    return { answer, etag: response.headers.get('etag') ?? undefined };
  };
