import type { Tenant } from '../kernel/auth-context.js';

interface Waiting {
  readonly tenant: string;
  readonly begin: () => void;
}

/** Gives a place back; a second call does nothing. */
export type ReleaseSlot = () => void;

/** Thrown when no place for a long read became free in time. */
export class NoSlotError extends Error {
  override readonly name = 'NoSlotError';
}

/**
 * The places of one store for reads that may take long. The other connections stay for quick reads, of all tenants of
 * the store. A tenant that has its share waits until one of its own ends, and its neighbours pass it meanwhile.
 */
export class LongReadSlots {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  /**
   * @param places of the store
   * @param share how many of them one tenant may have when it waits for them; the others stay for its neighbours
   */
  constructor(
    private readonly places: number,
    private readonly share: number,
  ) {}

  /** For reads that can do without. Null when all places are taken, or others wait for one. */
  tryAcquireSlot(tenant: Tenant): ReleaseSlot | null {
    return this.waiting.size > 0 || this.taken >= this.places ? null : this.occupy(keyOf(tenant));
  }

  /**
   * Waits for a place, in order of arrival among those who may have it.
   * @param signal ends the waiting
   * @throws NoSlotError after `waitMs`, and the reason of `signal`
   */
  async acquireSlot(tenant: Tenant, waitMs: number, signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    const key = keyOf(tenant);
    if (this.isFreeFor(key)) return this.occupy(key);
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const mine: Waiting = { tenant: key, begin: () => resolve(this.occupy(key)) };
    const giveUp = (reason: Error): void => {
      // At once: a place that is given to who has given up would never come back.
      this.waiting.delete(mine);
      reject(reason);
    };
    const leave = (): void => giveUp(signal.reason as Error);
    const timer = setTimeout(() => giveUp(new NoSlotError('No place for a long read is free.')), waitMs);
    signal.addEventListener('abort', leave);
    this.waiting.add(mine);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  private isFreeFor(tenant: string): boolean {
    return this.taken < this.places && (this.takenBy.get(tenant) ?? 0) < this.share;
  }

  private occupy(tenant: string): ReleaseSlot {
    this.taken += 1;
    this.takenBy.set(tenant, (this.takenBy.get(tenant) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.leave(tenant);
    };
  }

  private leave(tenant: string): void {
    this.taken -= 1;
    const left = (this.takenBy.get(tenant) ?? 0) - 1;
    if (left > 0) this.takenBy.set(tenant, left);
    else this.takenBy.delete(tenant);
    for (const next of this.waiting) {
      if (!this.isFreeFor(next.tenant)) continue;
      this.waiting.delete(next);
      next.begin();
      return;
    }
  }
}

const keyOf = ({ clientId, dataEnv }: Tenant): string => `${clientId}\n${dataEnv}`;
