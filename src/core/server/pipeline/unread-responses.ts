import type { ServerResponse } from 'node:http';

// Not worth counting: a thousand connections with eight of these each use 32 MiB.
const SMALL_BYTES = 4 * 1024;

// An eighth of a heap of 384 MiB; bodies may have half of it (BODY_MEMORY_MIB).
const MOST_BYTES = 48 * 1024 * 1024;

// Within this time, a receiver that reads gets 1 MB over a line of 16 Mbit/s.
const GRACE_MS = 500;

interface Waiting {
  readonly bytes: number;
  readonly since: number;
}

/**
 * The responses that wait for slow receivers, on all connections. If there are too many, the
 * connections with the longest waits are closed (requests 1.10).
 */
export class UnreadResponses {
  /** Oldest first. */
  private readonly waiting = new Map<ServerResponse, Waiting>();
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Call it once a response is complete. */
  follow(response: ServerResponse, bytes: number): void {
    if (bytes < SMALL_BYTES) return;
    this.waiting.set(response, { bytes, since: performance.now() });
    this.bytes += bytes;
    response.once('close', () => this.forget(response));
    if (this.bytes > MOST_BYTES) this.relieve();
  }

  private forget(response: ServerResponse): void {
    this.bytes -= this.waiting.get(response)?.bytes ?? 0;
    this.waiting.delete(response);
  }

  private relieve(): void {
    for (const [response, { since }] of this.waiting) {
      if (this.bytes <= MOST_BYTES) return;
      const graceMs = since + GRACE_MS - performance.now();
      if (graceMs > 0) {
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          this.relieve();
        }, graceMs).unref();
        return;
      }
      this.forget(response);
      response.req.socket.destroy();
    }
  }
}
