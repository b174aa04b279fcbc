import { OutboundFailure } from './outbound-failure.js';

interface Waiting {
  readonly origin: string;
  readonly begin: () => void;
}

export interface SlotLimits {
  /** Exchanges at once with one origin. */
  readonly perOrigin: number;
  /** Exchanges at once in all. */
  readonly inAll: number;
  /** How many may wait for one to end. */
  readonly waiting: number;
  /** How long they wait. */
  readonly waitMs: number;
}

/**
 * How many exchanges go on at once. While half of them are taken, an origin that has one gets no second: many receivers
 * that hang then have one each, and those that answer always find one free.
 */
export class ExchangeSlots {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: SlotLimits) {}

  /**
   * Waits for a slot, in order of arrival among those who may have it.
   * @returns gives it back; to be called once
   * @throws OutboundFailure busy when none came free in time, and the reason of `signal`
   */
  async acquire(origin: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.isFreeFor(origin)) return this.occupy(origin);
    if (this.waiting.size >= this.limits.waiting) throw new OutboundFailure('busy', 'queue_full');
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const mine: Waiting = { origin, begin: () => resolve(this.occupy(origin)) };
    const giveUp = (reason: Error): void => {
      // At once: a slot that is given to one that has given up would never come back.
      this.waiting.delete(mine);
      reject(reason);
    };
    const leave = (): void => giveUp(signal.reason as Error);
    const timer = setTimeout(() => giveUp(new OutboundFailure('busy', 'no_slot')), this.limits.waitMs);
    signal.addEventListener('abort', leave);
    this.waiting.add(mine);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  private isFreeFor(origin: string): boolean {
    const own = this.takenBy.get(origin) ?? 0;
    if (own >= this.limits.perOrigin || this.taken >= this.limits.inAll) return false;
    return own === 0 || this.taken < this.limits.inAll / 2;
  }

  private occupy(origin: string): () => void {
    this.taken += 1;
    this.takenBy.set(origin, (this.takenBy.get(origin) ?? 0) + 1);
    return () => this.leave(origin);
  }

  private leave(origin: string): void {
    this.taken -= 1;
    const left = (this.takenBy.get(origin) ?? 0) - 1;
    if (left > 0) this.takenBy.set(origin, left);
    else this.takenBy.delete(origin);
    for (const next of this.waiting) {
      if (!this.isFreeFor(next.origin)) continue;
      this.waiting.delete(next);
      next.begin();
      // One that has left half of all may let several in.
      if (this.taken >= this.limits.inAll / 2) return;
    }
  }
}
