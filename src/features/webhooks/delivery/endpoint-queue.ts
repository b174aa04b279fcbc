import type { Pending } from './delivery.types.js';

// As many connections as OutboundHttp has for one origin: a receiver that responds gets thousands a
// second over them (webhooks 7.7).
const PER_ENDPOINT = 8;
// Two requests to an unknown receiver may hang before it is noticed.
const UNKNOWN = 2;
// A receiver that has not answered for this long gets no second request next to the hanging one.
const SLOW_MS = 1000;
// Deliveries claimed ahead for a fast receiver: as many as it completes during the next claim.
export const MOST_AHEAD = 256;
// The limit of this process for all receivers, at some 10 KiB each. Beyond half of it, each
// receiver gets only one.
export const MOST_CLAIMED = 2048;
/** The maximum age of a delivery's data: longer than a claim and its reads take. */
export const FRESH_MS = 500;

/** The deliveries that this process has claimed, for all receivers. */
export interface Load {
  claimed: number;
}

/** The deliveries to one endpoint: those in flight, up to a limit (webhooks 7.7), and those that wait. */
export class EndpointQueue {
  private waiting: Pending[] = [];
  private underWay = 0;
  /** When the oldest request in flight began, or when the last one ended. */
  private since = performance.now();
  /** The receiver's recent response time; null: nothing was sent to it. */
  private averageMs: number | null = null;

  constructor(private readonly load: Load) {}

  /** The number of claimed deliveries. */
  get size(): number {
    return this.underWay + this.waiting.length;
  }

  /**
   * How many more may be claimed: what can be sent at once, and what a known receiver completes in
   * half of FRESH_MS.
   */
  availableSlots(): number {
    if (this.load.claimed >= MOST_CLAIMED / 2)
      return this.size === 0 && this.load.claimed < MOST_CLAIMED ? 1 : 0;
    const most = this.mostAtOnce();
    const ahead = most < PER_ENDPOINT ? 0 : (PER_ENDPOINT * FRESH_MS) / 2 / Math.max(this.averageMs!, 1);
    return Math.max(0, most + Math.min(MOST_AHEAD, Math.floor(ahead)) - this.size);
  }

  add(pending: Pending): void {
    this.waiting.push(pending);
    this.load.claimed += 1;
  }

  /** The next delivery that may be sent. */
  begin(): Pending | null {
    if (this.underWay >= this.mostAtOnce()) return null;
    const next = this.waiting.shift();
    if (!next) return null;
    if (this.underWay === 0) this.since = performance.now();
    this.underWay += 1;
    return next;
  }

  /** @param durationMs the receiver's response time; null: nothing was sent */
  end(durationMs: number | null): void {
    this.underWay -= 1;
    this.load.claimed -= 1;
    if (durationMs === null) return;
    // After about ten responses a receiver is known again.
    this.averageMs = this.averageMs === null ? durationMs : this.averageMs * 0.8 + durationMs * 0.2;
    this.since = performance.now();
  }

  /** Removes the deliveries claimed before `then`. */
  giveBack(then: number): Pending[] {
    const taken = this.waiting.filter(({ claimedAt }) => claimedAt < then);
    if (taken.length > 0) this.waiting = this.waiting.filter(({ claimedAt }) => claimedAt >= then);
    this.load.claimed -= taken.length;
    return taken;
  }

  private mostAtOnce(): number {
    const hangs = this.underWay > 0 && performance.now() - this.since > SLOW_MS;
    if (hangs || (this.averageMs ?? 0) > SLOW_MS) return 1;
    return this.averageMs === null ? UNKNOWN : PER_ENDPOINT;
  }
}
