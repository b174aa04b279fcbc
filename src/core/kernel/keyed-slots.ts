interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Gives a slot back; a second call does nothing. */
export type ReleaseSlot = () => void;

/**
 * Slots that many share, counted in all and for each key. They are given in order of arrival among those who may have one.
 */
export class KeyedSlots {
  private inUse = 0;
  private readonly usedBy = new Map<string, number>();
  private readonly line = new Set<Waiting>();

  /**
   * @param isFreeFor whether a key that has `own` of the `taken` slots may have another; with one that is given back it may
   * not turn from true to false
   */
  constructor(private readonly isFreeFor: (own: number, taken: number) => boolean) {}

  get taken(): number {
    return this.inUse;
  }

  get waiting(): number {
    return this.line.size;
  }

  /** A slot where one is free for the key, past those who wait. */
  tryTake(key: string): ReleaseSlot | null {
    return this.isFreeFor(this.usedBy.get(key) ?? 0, this.inUse) ? this.take(key) : null;
  }

  /** A slot, whether or not the key has its share. */
  take(key: string): ReleaseSlot {
    this.inUse += 1;
    this.usedBy.set(key, (this.usedBy.get(key) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.leave(key);
    };
  }

  /**
   * Waits until a slot is free for the key.
   * @param signal ends the waiting
   * @throws what `overdue` makes after `waitMs`, and the reason of `signal`
   */
  async wait(key: string, waitMs: number, signal: AbortSignal, overdue: () => Error): Promise<ReleaseSlot> {
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const mine: Waiting = { key, begin: () => resolve(this.take(key)) };
    const giveUp = (reason: Error): void => {
      // At once: a slot that is given to one that has given up would never come back.
      this.line.delete(mine);
      reject(reason);
    };
    const leave = (): void => giveUp(signal.reason as Error);
    const timer = setTimeout(() => giveUp(overdue()), waitMs);
    signal.addEventListener('abort', leave);
    this.line.add(mine);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  private leave(key: string): void {
    this.inUse -= 1;
    const left = (this.usedBy.get(key) ?? 0) - 1;
    if (left > 0) this.usedBy.set(key, left);
    else this.usedBy.delete(key);
    for (const next of this.line) {
      if (!this.isFreeFor(this.usedBy.get(next.key) ?? 0, this.inUse)) continue;
      this.line.delete(next);
      next.begin();
    }
  }
}
