import type { FactsReading, TakenDelivery } from './delivery.types.js';
import { mostAtOnce, roomFor, soonOf, type ReceiverState } from './rooms.policy.js';

/** The deliveries of one call to one webhook that were taken together; sent one after the other. */
export interface Chain {
  readonly deliveries: readonly TakenDelivery[];
  /** Of its call, and of those read with it; null: its turn is not near yet. */
  reading: FactsReading | null;
  /** In milliseconds of a clock that only goes on. */
  readonly takenAt: number;
}

/** What is under way from this process, to all receivers. */
export class Traffic {
  underWay = 0;
  taken = 0;
}

// Of the time an answer takes, how much the last one says: some ten answers later a receiver is known anew.
const WEIGHT = 0.2;

/** What is under way to one receiver, and what is taken to follow. */
export class ReceiverLane implements ReceiverState {
  underWay = 0;
  since = performance.now();
  pace: number | null = null;
  private chains: Chain[] = [];

  constructor(private readonly traffic: Traffic) {}

  get waiting(): number {
    return this.chains.length;
  }

  /** Nothing is to be remembered of it. */
  isIdleSince(then: number): boolean {
    return this.underWay + this.waiting === 0 && this.since < then;
  }

  room(now: number): number {
    return roomFor(this, this.traffic.underWay, this.traffic.taken, now);
  }

  add(chain: Chain): void {
    this.chains.push(chain);
    this.traffic.taken += 1;
  }

  /** Those that are next. */
  get soon(): readonly Chain[] {
    return this.chains.slice(0, soonOf(this.pace));
  }

  /** Those of them that nothing is read for, where they are half of them; else none, so that many are read at a time. */
  get unread(): readonly Chain[] {
    const most = soonOf(this.pace);
    const middle = this.chains[Math.min(most / 2, this.chains.length) - 1];
    if (middle?.reading !== null) return [];
    return this.chains.slice(0, most).filter(({ reading }) => reading === null);
  }

  /** The next one that may be begun. */
  begin(now: number): Chain | null {
    if (this.underWay >= mostAtOnce(this, this.traffic.underWay, now)) return null;
    const next = this.chains.shift();
    if (!next) return null;
    if (this.underWay === 0) this.since = now;
    this.underWay += 1;
    this.traffic.underWay += 1;
    return next;
  }

  /** An exchange took so long, however it ended. */
  heard(durationMs: number): void {
    this.pace = this.pace === null ? durationMs : this.pace * (1 - WEIGHT) + durationMs * WEIGHT;
    // A receiver that answers one answers; those that are left count from now.
    this.since = performance.now();
  }

  end(): void {
    this.underWay -= 1;
    this.traffic.underWay -= 1;
    this.traffic.taken -= 1;
  }

  /** Gives back those that wait since before `then`. */
  giveBack(then: number): Chain[] {
    const given = this.chains.filter(({ takenAt }) => takenAt < then);
    if (given.length > 0) this.chains = this.chains.filter(({ takenAt }) => takenAt >= then);
    this.traffic.taken -= given.length;
    return given;
  }
}

/** By webhook and call, each in its order; those of no call are by themselves. */
export function chainsOf(taken: readonly TakenDelivery[]): TakenDelivery[][] {
  const byCall = Map.groupBy(taken, (it) => `${it.webhook_id} ${it.call_id ?? it.delivery_id}`);
  return [...byCall.values()].map((chain) =>
    chain.sort(
      (one, other) => one.sequence - other.sequence || (one.delivery_id < other.delivery_id ? -1 : 1),
    ),
  );
}
