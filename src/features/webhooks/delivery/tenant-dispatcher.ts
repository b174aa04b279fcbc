import type { Logger } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import type { WebhookDirectory, Webhooks } from '../lookup/webhook-directory.service.js';
import type { DeliverySender } from './delivery-sender.service.js';
import { LEASE_SECONDS, type DeliveryStore } from './delivery-store.service.js';
import { isOutdated, type Pending, type Result } from './delivery.types.js';
import { EndpointQueue, FRESH_MS, MOST_AHEAD, MOST_CLAIMED, type Load } from './endpoint-queue.js';
import { AGAIN_SECONDS } from './settlement.policy.js';
import type { SnapshotReader } from './snapshot-reader.service.js';

export interface DispatcherTools {
  readonly directory: Pick<WebhookDirectory, 'now'>;
  readonly store: Pick<DeliveryStore, 'round'>;
  readonly snapshots: Pick<SnapshotReader, 'of'>;
  readonly sender: Pick<DeliverySender, 'send'>;
  readonly load: Load;
  readonly logger: Pick<Logger, 'warn'>;
  readonly stopping: AbortSignal;
  readonly wait: (ms: number) => Promise<unknown>;
}

// A claim takes about 10 ms, so a short wait between rounds saves more than it costs.
const ROUND_MS = 20;

interface Waker extends PromiseWithResolvers<void> {
  readonly sweep: boolean;
}

/**
 * Sends the deliveries of one tenant. Rounds follow each other while there is work: a round reads
 * the webhooks, settles deliveries that have ended since the last round, and claims due ones.
 * Sending waits for none of that.
 */
export class TenantDispatcher {
  private readonly queues = new Map<string, EndpointQueue>();
  private readonly wakers: Waker[] = [];
  private ended: Result[] = [];
  private running: Promise<void> | null = null;
  private guardedAt = -Infinity;
  private begunAt = -Infinity;
  private failures = 0;
  private rounds = 0;

  constructor(
    private readonly tenant: Tenant,
    private readonly tools: DispatcherTools,
  ) {}

  /** Resolves when all deliveries due now are claimed, or no capacity is left. @throws 503 */
  wake({ sweep = false } = {}): Promise<void> {
    const waker = { ...Promise.withResolvers<void>(), sweep };
    this.wakers.push(waker);
    this.run();
    return waker.promise;
  }

  /** Resolves when no delivery is in flight. */
  async settled(): Promise<void> {
    // A last round releases queued deliveries.
    this.wake().catch(() => undefined);
    const isBusy = (): boolean => [...this.queues.values()].some(({ size }) => size > 0);
    while (this.running !== null || isBusy()) await (this.running ?? this.tools.wait(ROUND_MS));
  }

  private run(): void {
    this.running ??= this.loop().finally(() => {
      this.running = null;
      // Work that arrived since the last check did not start another loop.
      if (this.hasWork) this.run();
    });
  }

  private get hasWork(): boolean {
    return this.wakers.length + this.ended.length > 0;
  }

  private async loop(): Promise<void> {
    while (this.hasWork) {
      await this.throttle();
      const then = this.tools.stopping.aborted ? Infinity : performance.now() - FRESH_MS;
      for (const queue of this.queues.values()) this.ended.push(...queue.giveBack(then).map(unsent));
      const [wakers, ended] = [this.wakers.splice(0), this.ended.splice(0)];
      const sweep = wakers.some((it) => it.sweep);
      try {
        await this.round(ended, sweep);
        this.failures = 0;
        for (const it of wakers) it.resolve();
      } catch (error) {
        for (const it of wakers) it.reject(error);
        await this.keep(ended, error);
      }
    }
  }

  /**
   * Delays the next round if few deliveries have ended, so that each round settles and claims many.
   */
  private async throttle(): Promise<void> {
    const wait = this.begunAt + ROUND_MS - performance.now();
    if (wait > 0 && this.ended.length < MOST_AHEAD / 2) await this.tools.wait(wait);
    this.begunAt = performance.now();
  }

  private async round(ended: readonly Result[], sweep: boolean): Promise<void> {
    const { directory, store, snapshots, stopping, load, logger } = this.tools;
    const readAt = performance.now();
    const webhooks = stopping.aborted
      ? null
      : await directory.now(this.tenant).catch((error: unknown) => {
          logger.warn({ msg: 'webhooks not read', reason: reasonOf(error) });
          return null;
        });
    const guard = readAt - this.guardedAt > AGAIN_SECONDS * 1000;
    const most = Math.max(0, MOST_CLAIMED - load.claimed);
    const slotsOf = (open: Webhooks) => this.slotsOf(open);
    const round = { ended, webhooks, slotsOf, most, guard, sweep };
    const { claimed, open } = await store.round(this.tenant, round);
    for (const [id, queue] of this.queues) if (queue.size === 0 && !open.has(id)) this.queues.delete(id);
    if (claimed.length === 0) return;
    if (guard) this.guardedAt = readAt;
    const snapshot = snapshots.of(this.tenant, claimed, open, readAt);
    const queues = new Set<EndpointQueue>();
    for (const delivery of claimed) {
      const webhook = open.get(delivery.webhook_id)!;
      const queue = this.queueOf(delivery.webhook_id);
      // The next round settles them as cancelled.
      if (isOutdated(delivery, webhook)) this.ended.push(unsent({ delivery, webhook }));
      else queue.add({ delivery, webhook, claimedAt: readAt, snapshot });
      queues.add(queue);
    }
    for (const queue of queues) this.next(queue);
  }

  /** Each round starts with a different webhook, so that none is always last. */
  private slotsOf(open: Webhooks): [webhookId: string, count: number][] {
    const slots = [...open.keys()]
      .map((id): [string, number] => [id, this.queueOf(id).availableSlots()])
      .filter(([, count]) => count > 0);
    const first = this.rounds++ % Math.max(1, slots.length);
    return [...slots.slice(first), ...slots.slice(0, first)];
  }

  private queueOf(webhookId: string): EndpointQueue {
    const queue = this.queues.get(webhookId) ?? new EndpointQueue(this.tools.load);
    this.queues.set(webhookId, queue);
    return queue;
  }

  private next(queue: EndpointQueue): void {
    for (let pending = queue.begin(); pending; pending = queue.begin()) void this.send(queue, pending);
  }

  private async send(queue: EndpointQueue, pending: Pending): Promise<void> {
    const result = await this.tools.sender.send(this.tenant, pending);
    queue.end(result.made?.durationMs ?? null);
    this.ended.push(result);
    // A receiver that answered 410 gets none of its waiting deliveries.
    if (result.made?.outcome.isGone) this.ended.push(...queue.giveBack(Infinity).map(unsent));
    this.next(queue);
    this.run();
  }

  /**
   * Results wait for the store until their leases end; then other workers send the deliveries
   * again.
   */
  private async keep(ended: readonly Result[], error: unknown): Promise<void> {
    this.failures += 1;
    this.tools.logger.warn({ msg: 'deliveries not settled', count: ended.length, reason: reasonOf(error) });
    if (ended.length === 0 || this.tools.stopping.aborted) return;
    if (this.failures * AGAIN_SECONDS > LEASE_SECONDS) return;
    this.ended = [...ended, ...this.ended];
    await this.tools.wait(AGAIN_SECONDS * 1000);
  }
}

const unsent = ({ delivery, webhook }: Pick<Pending, 'delivery' | 'webhook'>): Result => ({
  delivery,
  webhook,
  made: null,
  waitsFor: 'claim',
});
