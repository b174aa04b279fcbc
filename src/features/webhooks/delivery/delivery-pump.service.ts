import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { LoggableError, reasonOf } from '../../../core/kernel/platform-error.js';
import type { Webhooks } from '../lookup/webhook-directory.service.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DeliveryStore, GUARD_SECONDS } from './delivery-store.service.js';
import type { Result, TakenDelivery } from './delivery.types.js';
import { MOST_UNDER_WAY, roomFor } from './rooms.policy.js';

// A stopping worker lets receivers answer for so long; what is cut off is sent again after its lease.
const STOP_MS = 10_000;
// A store that does not answer is asked again after this, and what is to be settled kept meanwhile.
const PAUSE_MS = 1000;
// For about as long as the leases last; then others send again what could not be settled.
const MAX_FAILURES = 60;
// Begun at once at the most: their bodies are made together, of one statement, and lie in memory together.
const MAX_TAKEN = 256;

/** What is under way for one tenant. */
interface Line {
  readonly tenant: Tenant;
  readonly underWay: Map<string, { count: number; oldest: number }>;
  results: Result[];
  /** Those who want to know when what is due was taken. */
  waiting: PromiseWithResolvers<void>[];
  webhooks: Webhooks;
  guardedAt: number;
  failures: number;
  turnsTaken: number;
  isRunning: boolean;
}

/**
 * Keeps deliveries going. For each tenant one transaction follows the other: it settles what has ended since the last one and
 * takes as much as there is room for. Nothing of that waits for a receiver.
 */
@Injectable()
export class DeliveryPump implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryPump.name);
  private readonly lines = new Map<string, Line>();
  private readonly running = new Set<Promise<void>>();
  private inAll = 0;
  private isStopping = false;

  constructor(
    private readonly store: DeliveryStore,
    private readonly sender: DeliverySender,
  ) {}

  /** Resolves when what was due when it was called has been taken, as far as there was room. @throws 503 */
  wake(tenant: Tenant): Promise<void> {
    const name = nameOf(tenant);
    const line = this.lines.get(name) ?? aLine(tenant);
    this.lines.set(name, line);
    const taken = Promise.withResolvers<void>();
    line.waiting.push(taken);
    this.run(line);
    return taken.promise;
  }

  /** Begins no more, and settles what ends in time. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const deadline = delay(STOP_MS, 'late', { ref: false });
    while (this.running.size > 0) {
      if ((await Promise.race([Promise.all(this.running), deadline])) === 'late') return;
    }
  }

  private run(line: Line): void {
    if (line.isRunning) return;
    line.isRunning = true;
    this.keep(
      this.turns(line).finally(() => {
        line.isRunning = false;
        const isIdle = line.underWay.size + line.results.length + line.waiting.length === 0;
        if (isIdle) this.lines.delete(nameOf(line.tenant));
      }),
    );
  }

  private keep(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async turns(line: Line): Promise<void> {
    while (line.waiting.length > 0 || line.results.length > 0) {
      const waiting = line.waiting.splice(0);
      const results = line.results.splice(0);
      try {
        // Who is woken asks anew which webhooks there are; results alone go by what was known a moment ago.
        if (waiting.length > 0) line.webhooks = await this.store.open(line.tenant);
        this.begin(line, await this.turn(line, results));
        results.length = 0;
        if (waiting.length > 0) await this.store.planNext(line.tenant, [...line.webhooks.keys()]);
        line.failures = 0;
        // What this process leaves is another one's to find.
        if (this.isStopping) throw new LoggableError('the process ends');
        for (const it of waiting) it.resolve();
      } catch (error) {
        for (const it of waiting) it.reject(error);
        if (line.failures === 0 && this.isStopping) continue;
        await this.pauseWith(line, results, error);
      }
    }
  }

  private async pauseWith(line: Line, results: readonly Result[], error: unknown): Promise<void> {
    line.failures += 1;
    this.logger.warn({ msg: 'deliveries not settled', count: results.length, reason: reasonOf(error) });
    if (results.length === 0) return;
    if (this.isStopping || line.failures > MAX_FAILURES) line.results = [];
    else {
      line.results = [...results, ...line.results];
      await delay(PAUSE_MS);
    }
  }

  private async turn(line: Line, results: readonly Result[]): Promise<TakenDelivery[]> {
    const now = performance.now();
    const guard = now - line.guardedAt > GUARD_SECONDS * 1000;
    const most = this.isStopping ? 0 : Math.min(MAX_TAKEN, MOST_UNDER_WAY - this.inAll);
    const rooms = most > 0 ? this.roomsOf(line, now) : [];
    const taken = await this.store.turn(line.tenant, { results, rooms, most, guard });
    if (taken.length > 0 && guard) line.guardedAt = now;
    return taken;
  }

  /** Each turn begins with another webhook, so that none is always behind those before it. */
  private roomsOf(line: Line, now: number): [webhookId: string, room: number][] {
    const rooms = [...line.webhooks.keys()]
      .map((id): [string, number] => [id, roomFor(line.underWay.get(id), this.inAll, now)])
      .filter(([, room]) => room > 0);
    line.turnsTaken += 1;
    const first = line.turnsTaken % Math.max(1, rooms.length);
    return [...rooms.slice(first), ...rooms.slice(0, first)];
  }

  private begin(line: Line, taken: readonly TakenDelivery[]): void {
    if (taken.length === 0) return;
    const now = performance.now();
    for (const { webhook_id: webhookId } of taken) {
      const own = line.underWay.get(webhookId) ?? { count: 0, oldest: now };
      own.count += 1;
      line.underWay.set(webhookId, own);
    }
    this.inAll += taken.length;
    this.keep(this.sender.send(line.tenant, taken, line.webhooks, (result) => this.end(line, result)));
  }

  private end(line: Line, result: Result): void {
    this.inAll -= 1;
    const webhookId = result.delivery.webhook_id;
    const own = line.underWay.get(webhookId);
    if (own && own.count > 1) {
      own.count -= 1;
      // A receiver that answers one answers; those that are left count from now.
      own.oldest = performance.now();
    } else line.underWay.delete(webhookId);
    line.results.push(result);
    this.run(line);
  }
}

const nameOf = ({ clientId, dataEnv }: Tenant): string => `${clientId}\n${dataEnv}`;

const aLine = (tenant: Tenant): Line => ({
  tenant: { clientId: tenant.clientId, dataEnv: tenant.dataEnv },
  underWay: new Map(),
  results: [],
  waiting: [],
  webhooks: new Map(),
  guardedAt: -Infinity,
  failures: 0,
  turnsTaken: 0,
  isRunning: false,
});
