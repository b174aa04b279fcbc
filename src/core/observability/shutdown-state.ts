import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/**
 * Whether this process is shutting down: health then reports it while connections are still
 * accepted (operations 6.6).
 */
@Injectable()
export class ShutdownState {
  private isAnnounced = false;

  get isNear(): boolean {
    return this.isAnnounced;
  }

  /** Announces the shutdown, and resolves after load balancers have had this time to notice. */
  async announce(delayMs: number): Promise<void> {
    this.isAnnounced = true;
    if (delayMs > 0) await delay(delayMs);
  }
}
