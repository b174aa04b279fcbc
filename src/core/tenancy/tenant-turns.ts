import type { Tenant } from '../auth/auth-context.js';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets every tenant run only so many pieces of work at once in this process; the others wait in order. */
export class TenantTurns {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly atOnce: number) {}

  async take<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    const key = `${tenant.clientId}\n${tenant.dataEnv}`;
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.running >= this.atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
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
}
