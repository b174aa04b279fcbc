import type { Tenant } from '../kernel/auth-context.js';
import { unavailable } from '../kernel/platform-error.js';
import { SemaphoreTimeoutError, TenantSemaphore } from '../kernel/tenant-semaphore.js';

/** What a refused caller should wait: others hold the row, and after a second they are gone. */
export const CONTENDED_SECONDS = 1;

// A piece of such work takes some 20 ms: a request that has waited this long is behind hundreds of others, and should come
// back.
const TURN_MS = 5_000;

/**
 * Turns of those who wait for one row of a tenant, taken in this process, where waiting holds no connection: a project
 * that a hundred people edit at once would otherwise take all connections, and those of other requests.
 */
export class RowLockQueue {
  private readonly queues: TenantSemaphore;

  /**
   * @param patience how many times longer than usual is waited for a turn
   * @param atOnce how many pieces of work have their turn together
   */
  constructor(patience = 1, atOnce = 1) {
    this.queues = new TenantSemaphore(atOnce, TURN_MS * patience);
  }

  /**
   * @param row undefined for work that waits for none: it runs at once
   * @throws 503 when too many others are waiting, and any error of the work
   */
  async run<T>(tenant: Tenant, row: string | undefined, work: () => Promise<T>): Promise<T> {
    if (row === undefined) return work();
    try {
      return await this.queues.run(tenant, work, row);
    } catch (error) {
      throw error instanceof SemaphoreTimeoutError ? unavailable(error, CONTENDED_SECONDS) : error;
    }
  }
}
