import type { Response } from 'express';
import { eventsFor, HEARTBEAT, isOver, RECONNECT, type Progress } from './progress-events.policy.js';

// Proxies commonly cut a connection that was silent for 60 s, some for 30.
const HEARTBEAT_MS = 15_000;
// A receiver that reads nothing for this long, with a few hundred bytes waiting, counts as gone.
const STALLED_MS = 30_000;

/** One receiver of progress. It gets the newest state, never a queue of older ones. */
export class ProgressStream {
  private writtenAt = performance.now();
  private blockedSince: number | null = null;
  private endedAt: number | null = null;

  /** @param lastId id of the last event that the receiver saw, on any stream */
  constructor(
    readonly campaignId: string,
    private readonly response: Response,
    private lastId: string | undefined,
  ) {}

  begin(): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Proxies that buffer responses would delay events.
      'X-Accel-Buffering': 'no',
    });
    this.write(RECONNECT);
  }

  /** Sends new progress, and ends with the campaign. */
  send(progress: Progress, at: Date): void {
    if (this.endedAt !== null || this.blockedSince !== null) return;
    const events = eventsFor(progress, this.lastId, at);
    if (events !== null) {
      this.lastId = events.id;
      this.write(events.text);
    }
    if (isOver(progress)) this.end();
  }

  /** Sends a heartbeat if nothing else has been sent for a while. */
  beat(): void {
    const now = performance.now();
    const waitingSince = this.endedAt ?? this.blockedSince;
    if (waitingSince !== null) {
      if (now - waitingSince > STALLED_MS) this.response.destroy();
    } else if (now - this.writtenAt >= HEARTBEAT_MS) this.write(HEARTBEAT);
  }

  /** Data written before is still sent; it does not wait for a receiver that reads nothing. */
  end(): void {
    this.endedAt ??= performance.now();
    if (this.blockedSince === null) this.response.end();
    else this.response.destroy();
  }

  private write(text: string): void {
    this.writtenAt = performance.now();
    if (this.response.write(text)) return;
    this.blockedSince = this.writtenAt;
    this.response.once('drain', () => (this.blockedSince = null));
  }
}
