import {
  BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { classifyDriverError } from '../database/driver/driver-errors.js';
import { reasonOf } from '../shared/platform-error.js';
import { handlersOf } from '../shared/handlers.js';
import { withDeadline } from '../shared/deadline.js';
import { DueListener } from './due-listener.js';
import { RoundRobinQueue, type WorkGroup } from './round-robin-queue.js';
import { HandlesWork, type WorkHandler } from './work-handler.js';
import { WorkMetrics, type WorkDepth } from './work-metrics.js';
import { WorkRunner } from './work-runner.js';

// A worker loads a store no more than a busy API process does, and a tenant leaves room for its
// neighbours' work.
const AT_ONCE_PER_STORE = 8;
const AT_ONCE_PER_TENANT = 2;

// A stopping worker lets its handlers finish for this long; work that is cut off runs again after
// its lease.
const STOP_MS = 15_000;

/** Finds due work in the tenant stores and has it done (docs/architecture.md, "Work with leases"). */
@Injectable()
export class WorkRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WorkRelay.name);
  private readonly listeners = new Map<string, DueListener>();
  private readonly running = new Set<Promise<void>>();
  private handlers: ReadonlyMap<string, WorkHandler<object>> = new Map();
  private isStopping = false;
  private readonly queue = new RoundRobinQueue({
    perStore: AT_ONCE_PER_STORE,
    perTenant: AT_ONCE_PER_TENANT,
    ofKind: (kind) => this.handlers.get(kind)?.kind.concurrency ?? 0,
  });

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly discovery: DiscoveryService,
    private readonly runner: WorkRunner,
    private readonly metrics: WorkMetrics,
  ) {}

  onApplicationBootstrap(): void {
    this.handlers = handlersOf<WorkHandler<object>>(this.discovery, HandlesWork.KEY);
    this.metrics.observeStores(() => this.depths());
    for (const [storeId, url] of this.settings.tenantStores.urls) {
      const listener = new DueListener(url, {
        onDue: (tenant, kind) => this.offer({ storeId, tenant, kind }),
        onLost: (error) => {
          this.queue.forget(storeId);
          this.logger.warn({
            msg: 'work of a store cannot be read',
            store: storeId,
            reason: reasonOf(error),
            fault: classifyDriverError(error) ?? undefined,
          });
        },
      });
      this.listeners.set(storeId, listener);
      listener.start();
    }
  }

  /** Before anything is closed: handlers that are finishing still need the stores. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.listeners.values()].map((listener) => listener.stop()));
    await withDeadline(Promise.all(this.running), STOP_MS).catch(() => undefined);
  }

  private offer(group: WorkGroup): void {
    // Work of a newer version or a removed one: the metrics show that it waits.
    if (!this.handlers.has(group.kind)) return;
    this.queue.offer(group);
    this.work();
  }

  private work(): void {
    for (let group = this.nextGroup(); group !== null; group = this.nextGroup()) {
      const turn = this.runTurn(group);
      this.running.add(turn);
      void turn.finally(() => {
        this.running.delete(turn);
        this.work();
      });
    }
  }

  private nextGroup(): WorkGroup | null {
    return this.isStopping ? null : this.queue.next();
  }

  private async runTurn(group: WorkGroup): Promise<void> {
    const handler = this.handlers.get(group.kind);
    let hasMore = false;
    try {
      hasMore = handler !== undefined && (await this.runner.run(group.tenant, handler));
    } catch (error) {
      // The next poll finds it again.
      this.logger.warn({
        msg: 'work not claimed',
        store: group.storeId,
        kind: group.kind,
        reason: reasonOf(error),
      });
    }
    this.queue.done(group, hasMore);
  }

  private async depths(): Promise<ReadonlyMap<string, readonly WorkDepth[]>> {
    const depths = [...this.listeners].map(
      async ([storeId, listener]) => [storeId, await listener.depth()] as const,
    );
    return new Map(await Promise.all(depths));
  }
}
