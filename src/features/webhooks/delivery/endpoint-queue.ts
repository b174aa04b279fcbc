import type { Pending } from './delivery.types.js';

// As many connections as OutboundHttp has for one origin: a receiver that responds gets thousands a
// second over them (webhooks 7.7).
const PER_ENDPOINT = 8;
// Two requests to an unknown receiver may hang before that is noticed.
const UNKNOWN = 2;
// A receiver that has not answered for this long gets no second request beside the one that hangs.
const SLOW_MS = 1000;
// Claimed ahead for a fast receiver: what it completes while the next claim is made.
export const MOST_AHEAD = 256;
// By this process for all receivers, some 10 KiB each. From half of it on, a receiver that has one
// gets no second.
export const MOST_CLAIMED = 2048;
/** The largest age of what a delivery is built from: more than a claim and its reading take. */
export const FRESH_MS = 500;

/** The deliveries that this process has claimed, for all receivers. */
export interface Load {
  claimed: number;
}

/** The deliveries to one endpoint: how many may be under way (webhooks 7.7), and those that wait. */
export class EndpointQueue {
  private waiting: Pending[] = [];
  private underWay = 0;
  /** Since when the oldest request is under way, or when the last one ended. */
  private since = performance.now();
  /** The receiver's recent response time; null: nothing was sent to it. */
  private averageMs: number | null = null;

  constructor(private readonly load: Load) {}

  /** How many are claimed. */
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

  /** The next one that may be sent. */
  begin(): Pending | null {
    if (this.underWay >= this.mostAtOnce()) return null;
    const next = this.waiting.shift();
    if (!next) return null;
    if (this.underWay === 0) this.since = performance.now();
    this.underWay += 1;
    return next;
  }

  /** @param durationMs how long the receiver took; null: nothing was sent */
  end(durationMs: number | null): void {
    this.underWay -= 1;
    this.load.claimed -= 1;
    if (durationMs === null) return;
    // Some ten answers later a receiver is known again.
    this.averageMs = this.averageMs === null ? durationMs : this.averageMs * 0.8 + durationMs * 0.2;
    this.since = performance.now();
  }

  /** Takes out those that were claimed before `then`. */
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
