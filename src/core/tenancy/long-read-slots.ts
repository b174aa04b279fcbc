import { tenantKey, type Tenant } from '../kernel/auth-context.js';
import { KeyedSlots, type ReleaseSlot } from '../kernel/keyed-slots.js';

/** Thrown when no place for a long read became free in time. */
export class NoSlotError extends Error {
  override readonly name = 'NoSlotError';
}

/**
 * The places of one store for reads that may take long. The other connections stay for quick reads, of all tenants of
 * the store. A tenant that has its share waits until one of its own ends, and its neighbours pass it meanwhile.
 */
export class LongReadSlots {
  private readonly slots: KeyedSlots;

  /**
   * @param places of the store
   * @param share how many of them one tenant may have when it waits for them; the others stay for its neighbours
   */
  constructor(
    private readonly places: number,
    share: number,
  ) {
    this.slots = new KeyedSlots((own, taken) => taken < places && own < share);
  }

  /** For reads that can do without. Null when all places are taken, or others wait for one. */
  tryAcquireSlot(tenant: Tenant): ReleaseSlot | null {
    const isFree = this.slots.waiting === 0 && this.slots.taken < this.places;
    return isFree ? this.slots.take(tenantKey(tenant)) : null;
  }

  /**
   * Waits for a place, in order of arrival among those who may have it.
   * @param signal ends the waiting
   * @throws NoSlotError after `waitMs`, and the reason of `signal`
   */
  async acquireSlot(tenant: Tenant, waitMs: number, signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    const key = tenantKey(tenant);
    const overdue = (): Error => new NoSlotError('No place for a long read is free.');
    return this.slots.tryTake(key) ?? this.slots.wait(key, waitMs, signal, overdue);
  }
}
