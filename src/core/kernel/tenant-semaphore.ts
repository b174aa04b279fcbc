import { tenantKey, type Tenant } from './auth-context.js';

interface Queue {
  running: number;
  /** When a piece of work was last done, by performance.now(). */
  doneAt: number;
  readonly waiting: (() => void)[];
}

// Timers of a process that has its time are late by a few milliseconds.
const LATE_MS = 50;

/** Thrown when a tenant's own work left no turn for another piece of it in time. */
export class SemaphoreTimeoutError extends Error {
  override readonly name = 'SemaphoreTimeoutError';
}

/** Lets every tenant, or row of one, run only so many pieces of work at once in this process; the others wait in order. */
export class TenantSemaphore {
  private readonly queues = new Map<string, Queue>();

  /**
   * @param maxWaitMs how long a piece waits for its turn; without it, for ever
   * @param standstillMs how long it waits while no other piece of the tenant gets done; without it, to the end
   */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaitMs?: number,
    private readonly standstillMs = maxWaitMs,
  ) {}

  /**
   * @param row of the tenant, where the work of each row is counted apart
   * @throws SemaphoreTimeoutError, and any error of the work
   */
  async run<T>(tenant: Tenant, work: () => Promise<T>, row = ''): Promise<T> {
    const key = `${tenantKey(tenant)}\n${row}`;
    const queue = this.queues.get(key) ?? { running: 0, doneAt: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.running >= this.atOnce) await this.turnOf(queue);
    else queue.running += 1;
    try {
      const result = await work();
      queue.doneAt = performance.now();
      return result;
    } finally {
      const next = queue.waiting.shift();
      // The longest waiting work takes over the turn, so that none slips in between.
      if (next) next();
      else if ((queue.running -= 1) === 0) this.queues.delete(key);
    }
  }

  private turnOf(queue: Queue): Promise<void> {
    const { maxWaitMs, standstillMs } = this;
    return new Promise((resolve, reject) => {
      const since = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        reject(new SemaphoreTimeoutError('The tenant has no turn left.'));
      };
      const lookAfter = (ms: number, most: number, standstill: number): void => {
        const due = performance.now() + ms;
        timer = setTimeout(() => {
          const now = performance.now();
          // Where this process itself stood still nothing could get done: that says nothing about the others.
          const lastSign = now - due > LATE_MS ? now : Math.max(since, queue.doneAt);
          const left = Math.min(lastSign + standstill, since + most) - now;
          if (left < 1) giveUp();
          else lookAfter(left, most, standstill);
        }, ms);
      };
      if (maxWaitMs !== undefined && standstillMs !== undefined) {
        lookAfter(Math.min(maxWaitMs, standstillMs), maxWaitMs, standstillMs);
      }
      queue.waiting.push(begin);
    });
  }
}
