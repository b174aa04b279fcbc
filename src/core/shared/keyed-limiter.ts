import { unavailable } from './platform-error.js';

/** Releases a slot. A second call does nothing. */
export type ReleaseSlot = () => void;

export class NoSlotError extends Error {
  override readonly name = 'NoSlotError';

  /** @param reason `timeout`: the wait took too long; `queue_full`: too many wait already */
  constructor(readonly reason: 'timeout' | 'queue_full') {
    super(reason === 'timeout' ? 'No slot became free in time.' : 'Too many callers are waiting for a slot.');
  }
}

export interface SlotLimits {
  readonly perKey: number;
  /** Slots of all keys together. Unlimited by default. */
  readonly total?: number;
  /** While this many slots are in use, a key that holds one gets no second one. */
  readonly fairFrom?: number;
  /** How many may wait. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The longest wait, in milliseconds. Unlimited by default. */
  readonly waitMs?: number;
  /** The longest wait while no slot is released. Unlimited by default. */
  readonly stallMs?: number;
}

interface Waiter {
  readonly key: string;
  readonly begin: () => void;
}

const ALWAYS = new AbortController().signal;

/**
 * Limits how much work runs at once in this process, in total and for each key, such as a tenant.
 * Waiters get slots in order of arrival; a key that has its share is skipped.
 */
export class KeyedLimiter {
  private taken = 0;
  private releasedAt = 0;
  private readonly held = new Map<string, number>();
  private readonly queue = new Set<Waiter>();

  constructor(private readonly limits: SlotLimits) {}

  get waiting(): number {
    return this.queue.size;
  }

  countOf(key: string): number {
    return this.held.get(key) ?? 0;
  }

  /**
   * A slot that is free now, or null.
   * @param share of this key, if it differs from `perKey`
   */
  tryAcquire(key: string, share = this.limits.perKey): ReleaseSlot | null {
    return this.isFreeFor(key, share) ? this.take(key) : null;
  }

  /**
   * Waits for a slot.
   * @param signal ends the wait
   * @throws NoSlotError, and the reason of `signal`
   */
  async acquire(key: string, signal: AbortSignal = ALWAYS): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    const free = this.tryAcquire(key);
    if (free) return free;
    const { maxWaiting = Infinity } = this.limits;
    if (this.queue.size >= maxWaiting) throw new NoSlotError('queue_full');
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const waiter: Waiter = { key, begin: () => resolve(this.take(key)) };
    const giveUp = (reason: unknown): void => {
      // Immediately: a slot assigned to a waiter that has left would be lost.
      this.queue.delete(waiter);
      reject(reason);
    };
    const abort = (): void => giveUp(signal.reason);
    const stopTimer = this.startTimer(() => giveUp(new NoSlotError('timeout')));
    signal.addEventListener('abort', abort);
    this.queue.add(waiter);
    try {
      return await promise;
    } finally {
      stopTimer();
      signal.removeEventListener('abort', abort);
    }
  }

  /** Runs work in a slot. @throws NoSlotError, and any error of the work */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Calls `giveUp` after `waitMs`, or if no slot was released for `stallMs`.
   * @returns a function that stops the timer
   */
  private startTimer(giveUp: () => void): () => void {
    const { waitMs = Infinity, stallMs = Infinity } = this.limits;
    if (waitMs === Infinity && stallMs === Infinity) return () => undefined;
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const ends = Math.min(since + waitMs, Math.max(since, this.releasedAt) + stallMs);
      const left = ends - performance.now();
      if (left < 1) giveUp();
      else timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
  }

  private isFreeFor(key: string, share = this.limits.perKey): boolean {
    const { total = Infinity, fairFrom = Infinity } = this.limits;
    const own = this.held.get(key) ?? 0;
    return this.taken < total && own < share && (own === 0 || this.taken < fairFrom);
  }

  private take(key: string): ReleaseSlot {
    this.taken += 1;
    this.held.set(key, (this.held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(key);
      isHeld = false;
    };
  }

  private release(key: string): void {
    this.taken -= 1;
    this.releasedAt = performance.now();
    const left = (this.held.get(key) ?? 0) - 1;
    if (left > 0) this.held.set(key, left);
    else this.held.delete(key);
    for (const waiter of this.queue) {
      if (!this.isFreeFor(waiter.key)) continue;
      this.queue.delete(waiter);
      waiter.begin();
    }
  }
}

/** For `catch`: converts a missing slot into a 503 with a retry time. */
export const unavailableWithoutSlot =
  (retryAfterSeconds: number) =>
  (error: unknown): never => {
    throw error instanceof NoSlotError ? unavailable(error, retryAfterSeconds) : error;
  };

/** When to retry on a contended row or share: the preceding work is done after a second. */
export const CONTENDED_SECONDS = 1;

/**
 * How long a request waits for its row or its share of connections; by then hundreds are ahead of
 * it, at about 20 ms each.
 */
export const CONTENDED_WAIT_MS = 5_000;
