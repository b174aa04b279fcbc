import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { DeliveryLine } from './delivery-line.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DeliveryStore } from './delivery-store.service.js';
import { Traffic } from './receiver-lane.js';

// A stopping worker lets receivers answer for so long; what is cut off is sent again after its lease.
const STOP_MS = 10_000;
// Lines of tenants that have come to rest are looked for each time that so many more have been made.
const SWEEP_AT = 256;

/** Keeps deliveries going, a line for each tenant. */
@Injectable()
export class DeliveryPump implements BeforeApplicationShutdown {
  private readonly lines = new Map<string, DeliveryLine>();
  private readonly stopping = new AbortController();
  private readonly traffic = new Traffic();
  private readonly logger = new Logger(DeliveryPump.name);
  private sweepAt = SWEEP_AT;

  constructor(
    private readonly store: DeliveryStore,
    private readonly sender: DeliverySender,
  ) {}

  /** Resolves when what was due when it was called has been taken, as far as there was room. @throws 503 */
  wake(tenant: Tenant): Promise<void> {
    return this.lineOf(tenant).wake();
  }

  lineOf({ clientId, dataEnv }: Tenant): DeliveryLine {
    const name = `${clientId}\n${dataEnv}`;
    const known = this.lines.get(name);
    if (known) return known;
    if (this.lines.size >= this.sweepAt) this.sweep();
    const { store, sender, traffic, logger } = this;
    const tools = { store, sender, traffic, logger, stopping: this.stopping.signal };
    const line = new DeliveryLine({ clientId, dataEnv }, tools);
    this.lines.set(name, line);
    return line;
  }

  /** Begins no more, and settles what ends in time. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const settled = Promise.all([...this.lines.values()].map((line) => line.settled()));
    await Promise.race([settled, delay(STOP_MS, undefined, { ref: false })]);
  }

  private sweep(): void {
    for (const [name, line] of this.lines) if (line.isIdle) this.lines.delete(name);
    this.sweepAt = this.lines.size + SWEEP_AT;
  }
}
