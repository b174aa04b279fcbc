import type { Tenant } from '../auth/auth-context.js';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Thrown when a tenant's own work left no turn for another piece of it in time. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
}

/** Lets every tenant run only so many pieces of work at once in this process; the others wait in order. */
export class TenantTurns {
  private readonly queues = new Map<string, Queue>();

  /** @param maxWaitMs how long a piece waits for its turn; without it, for ever */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaitMs?: number,
  ) {}

  /** @throws NoTurnError, and whatever the work throws */
  async take<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    const key = `${tenant.clientId}\n${tenant.dataEnv}`;
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.running >= this.atOnce) await this.turnOf(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // Whoever waits longest takes over the turn, so that nobody slips in between.
      if (next) next();
      else if ((queue.running -= 1) === 0) this.queues.delete(key);
    }
  }

  private turnOf(queue: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        reject(new NoTurnError('The tenant has no turn left.'));
      };
      const timer = this.maxWaitMs === undefined ? undefined : setTimeout(giveUp, this.maxWaitMs);
      queue.waiting.push(begin);
    });
  }
}
