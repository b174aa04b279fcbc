import { KeyedSlots, type ReleaseSlot } from '../kernel/keyed-slots.js';
import { OutboundFailure } from './outbound-failure.js';

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
  private readonly slots: KeyedSlots;

  constructor(private readonly limits: SlotLimits) {
    const { perOrigin, inAll } = limits;
    this.slots = new KeyedSlots(
      (own, taken) => own < perOrigin && taken < inAll && (own === 0 || taken < inAll / 2),
    );
  }

  /** A slot that is free now; null: `acquire` waits for one. */
  tryAcquire(origin: string): ReleaseSlot | null {
    return this.slots.tryTake(origin);
  }

  /**
   * Waits for a slot, in order of arrival among those who may have it.
   * @throws OutboundFailure busy when none came free in time, and the reason of `signal`
   */
  async acquire(origin: string, signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    const free = this.slots.tryTake(origin);
    if (free) return free;
    if (this.slots.waiting >= this.limits.waiting) throw new OutboundFailure('busy', 'queue_full');
    return this.slots.wait(origin, this.limits.waitMs, signal, () => new OutboundFailure('busy', 'no_slot'));
  }
}
