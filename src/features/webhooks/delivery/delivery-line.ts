import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import type { Tenant } from '../../../core/kernel/auth-context.js';
import { LoggableError, reasonOf } from '../../../core/kernel/platform-error.js';
import type { Webhook, WebhooksAt } from '../lookup/webhook-directory.service.js';
import type { Current, DeliverySender } from './delivery-sender.service.js';
import { GUARD_SECONDS, type DeliveryStore } from './delivery-store.service.js';
import { ChainFacts } from './chain-facts.js';
import type { ChainResult, Result, TakenDelivery } from './delivery.types.js';
import { chainsOf, ReceiverLane, type Chain, type Traffic } from './receiver-lane.js';
import { OpenWebhooks } from './open-webhooks.js';

// A store that does not answer is asked again after this, and what is to be settled kept meanwhile.
const PAUSE_MS = 1000;
// For about as long as the leases last; then others send again what could not be settled.
const MAX_FAILURES = 60;
// Taken in one turn at the most, so that a turn takes milliseconds.
const MOST_AT_ONCE = 256;
// Results are settled together that come within this, and at once from so many calls on: only a later event of the same call waits.
const LINGER_MS = 25;
const ENOUGH = 128;
// What has not been begun by then is given back, so that another process may have it.
const STALE_MS = 5000;
// The deliveries of one call go on for so long before what has become of them is settled.
const CHAIN_MS = 1000;
// What is known of a receiver is kept for as long as a guard of a lease (LEASE_SECONDS) may take to wake the line.
const REMEMBER_MS = 120_000;

/** What lines share. */
export interface LineTools {
  readonly store: DeliveryStore;
  readonly sender: DeliverySender;
  readonly traffic: Traffic;
  readonly logger: Logger;
  readonly stopping: AbortSignal;
}

/**
 * The deliveries of one tenant. One transaction follows the other: it settles what has ended since the last one and takes what its
 * receivers will have answered until the next; what is sent meanwhile waits for neither.
 */
export class DeliveryLine {
  private readonly lanes = new Map<string, ReceiverLane>();
  private ended: ChainResult[] = [];
  /** Those who want to know when what is due was taken. */
  private readonly waiting: PromiseWithResolvers<void>[] = [];
  private readonly webhooks: OpenWebhooks;
  private readonly facts: ChainFacts;
  private guardedAt = -Infinity;
  private failures = 0;
  private turnsTaken = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly tenant: Tenant,
    private readonly tools: LineTools,
  ) {
    this.webhooks = new OpenWebhooks(tenant, tools.store);
    this.facts = new ChainFacts((deliveries) => tools.sender.factsOf(tenant, deliveries, this.webhooks.all));
  }

  /** Whether there is anything under way, or to be remembered. */
  get isIdle(): boolean {
    const then = performance.now() - REMEMBER_MS;
    for (const [id, lane] of this.lanes) if (lane.isIdleSince(then)) this.lanes.delete(id);
    return this.running === null && this.lanes.size === 0;
  }

  /** Whether the next lease needs a mark for its end; `guard` says that there is one. */
  get needsGuard(): boolean {
    return performance.now() - this.guardedAt > GUARD_SECONDS * 1000;
  }

  /** How many calls may be taken for a webhook. */
  roomOf(webhookId: string): number {
    return this.tools.stopping.aborted ? 0 : this.laneOf(webhookId).room(performance.now());
  }

  /** Resolves when what was due when it was called has been taken, as far as there was room. @throws 503 */
  wake(): Promise<void> {
    const taken = Promise.withResolvers<void>();
    this.waiting.push(taken);
    this.run();
    return taken.promise;
  }

  /** Sends deliveries that were taken as they were made. @param open the webhooks that were switched on by then */
  adopt(taken: readonly TakenDelivery[], open: WebhooksAt, isGuarded: boolean): void {
    if (isGuarded) this.guardedAt = performance.now();
    this.webhooks.set(open);
    this.begin(taken);
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    this.giveBack();
    this.run();
    while (this.running !== null || [...this.lanes.values()].some(({ underWay }) => underWay > 0))
      await (this.running ?? delay(LINGER_MS));
  }

  private laneOf(webhookId: string): ReceiverLane {
    const known = this.lanes.get(webhookId);
    if (known) return known;
    const lane = new ReceiverLane(this.tools.traffic);
    this.lanes.set(webhookId, lane);
    return lane;
  }

  private run(): void {
    this.running ??= this.turns().finally(() => {
      this.running = null;
      // What came between the last look and now has found this running.
      if (this.waiting.length + this.ended.length > 0) this.run();
    });
  }

  private async turns(): Promise<void> {
    while (this.waiting.length > 0 || this.ended.length > 0) {
      if (this.waiting.length === 0 && this.ended.length < ENOUGH) await delay(LINGER_MS);
      this.giveBack();
      const waiting = this.waiting.splice(0);
      const ended = this.ended.splice(0);
      try {
        // Who is woken has to know which webhooks there are; results alone are settled without, and nothing is taken then.
        const isKnown = await (waiting.length > 0 ? this.webhooks.open() : this.webhooks.refresh());
        await this.turn(ended, isKnown);
        const hasLooked = await this.webhooks.endBehind(ended.splice(0));
        // A webhook that was found open after all had no room in this turn, and perhaps nothing under way that ends in another one.
        const hasMissed = hasLooked || !isKnown;
        if (waiting.length > 0 || hasMissed) await this.planNext(hasMissed);
        this.failures = 0;
        // What this process leaves is another one's to find.
        if (this.tools.stopping.aborted) throw new LoggableError('the process ends');
        for (const it of waiting) it.resolve();
      } catch (error) {
        for (const it of waiting) it.reject(error);
        if (this.failures === 0 && this.tools.stopping.aborted && ended.length === 0) continue;
        await this.pauseWith(ended, error);
      }
    }
  }

  private async pauseWith(ended: readonly ChainResult[], error: unknown): Promise<void> {
    this.failures += 1;
    this.tools.logger.warn({ msg: 'deliveries not settled', count: ended.length, reason: reasonOf(error) });
    if (ended.length === 0) return;
    if (this.tools.stopping.aborted || this.failures > MAX_FAILURES) this.ended = [];
    else {
      this.ended = [...ended, ...this.ended];
      await delay(PAUSE_MS);
    }
  }

  private async turn(ended: readonly ChainResult[], mayTake: boolean): Promise<void> {
    const guard = this.needsGuard;
    const rooms = this.tools.stopping.aborted || !mayTake ? [] : this.rooms();
    const { taken, disabled } = await this.tools.store.turn(this.tenant, {
      ended,
      rooms,
      most: MOST_AT_ONCE,
      guard,
    });
    if (taken.length > 0 && guard) this.guardedAt = performance.now();
    if (disabled.length > 0) this.webhooks.forget(disabled);
    this.begin(taken);
  }

  /** What is due and found no room is looked at again when there is some; where nothing is under way, nothing else would. */
  private async planNext(hasMissed: boolean): Promise<void> {
    const isOwed = hasMissed || [...this.lanes.values()].every(({ underWay }) => underWay === 0);
    const ids = [...this.webhooks.all.keys()];
    await this.tools.store.planNext(this.tenant, ids, isOwed, this.webhooks.lookIn());
  }

  /** Each turn begins with another webhook, so that none is always behind those before it. */
  private rooms(): [webhookId: string, room: number][] {
    const rooms = [...this.webhooks.all.keys()]
      .map((id): [string, number] => [id, this.roomOf(id)])
      .filter(([, room]) => room > 0);
    this.turnsTaken += 1;
    const first = this.turnsTaken % Math.max(1, rooms.length);
    return [...rooms.slice(first), ...rooms.slice(0, first)];
  }

  private begin(taken: readonly TakenDelivery[]): void {
    if (taken.length === 0) return;
    const takenAt = performance.now();
    const lanes = new Set<ReceiverLane>();
    for (const deliveries of chainsOf(taken)) {
      const webhookId = deliveries[0]!.webhook_id;
      const lane = this.laneOf(webhookId);
      lane.add({ deliveries, reading: null, takenAt });
      lanes.add(lane);
    }
    // Of all receivers together: they may be told of the same calls.
    this.facts.readAhead([...lanes].flatMap((lane) => lane.unread));
    for (const lane of lanes) this.next(lane);
  }

  private next(lane: ReceiverLane): void {
    for (let chain = lane.begin(performance.now()); chain; chain = lane.begin(performance.now()))
      void this.follow(lane, chain);
    this.facts.readAhead(lane.unread);
  }

  private async follow(lane: ReceiverLane, chain: Chain): Promise<void> {
    const result = await this.send(lane, chain);
    lane.end();
    this.ended.push(result);
    this.next(lane);
    this.run();
  }

  /** One after the other, until one comes again or the time is over. */
  private async send(lane: ReceiverLane, chain: Chain): Promise<ChainResult> {
    const { deliveries, takenAt } = chain;
    const begunAt = performance.now();
    const results: Result[] = [];
    for (const delivery of deliveries) {
      const { facts } = this.facts.freshOf(chain, () => lane.soon);
      const webhook = await this.webhooks.find(delivery);
      if (webhook && isAnew(webhook, delivery)) return this.cancel(webhook, deliveries, results);
      if ((await facts) === null || webhook === undefined) return this.leave(deliveries, results, null);
      const isLate =
        begunAt - takenAt > STALE_MS || (results.length > 0 && performance.now() - begunAt > CHAIN_MS);
      if (isLate || this.tools.stopping.aborted) return this.leave(deliveries, results, 'turn');
      const look = (): Promise<Current | null> => this.look(lane, chain, delivery, webhook);
      const result = await this.tools.sender.send(this.tenant, delivery, webhook, look);
      const comesAgain = result.made === null || result.made.outcome.retryInSeconds !== null;
      const now = comesAgain ? await this.webhooks.find(delivery) : undefined;
      const isOver = now !== undefined && isAnew(now, delivery);
      if (isOver && result.made === null) return this.cancel(now, deliveries, results);
      if (result.made !== null) lane.heard(result.made.durationMs);
      results.push(isOver ? atOnce(result) : result);
      const isGone = result.made?.outcome.isGone === true;
      if (isGone && !delivery.is_test) this.webhooks.forget([delivery.webhook_id]);
      if (isGone || comesAgain) return { results, behind: deliveries.slice(results.length) };
    }
    return { results, behind: [] };
  }

  /** How it stands with a delivery that is about to be sent; null: its webhook is closed or has moved, or its call cannot be read. */
  private async look(
    lane: ReceiverLane,
    chain: Chain,
    delivery: TakenDelivery,
    { endpointUrl }: Webhook,
  ): Promise<Current | null> {
    const facts = await this.facts.freshOf(chain, () => lane.soon).facts;
    // Behind the other one, which may take a while: what was changed meanwhile counts.
    const webhook = await this.webhooks.find(delivery);
    if (webhook?.endpointUrl !== endpointUrl || isAnew(webhook, delivery)) return null;
    return facts === null ? null : { webhook, facts };
  }

  /** What was made before its webhook was off ends: switching it on again sends none of it (webhooks 7.8). What was made since goes on. */
  private cancel(
    webhook: Webhook,
    deliveries: readonly TakenDelivery[],
    results: readonly Result[],
  ): ChainResult {
    const { over = [], since = [] } = Object.groupBy(deliveries.slice(results.length), (it) =>
      isAnew(webhook, it) ? 'over' : 'since',
    );
    const unsent = over.map((delivery): Result => ({ delivery, webhook, made: null, waitsFor: 'nothing' }));
    return { results: [...results, ...unsent], behind: since };
  }

  /** The first that was not sent comes again; the others wait behind it. */
  private leave(
    deliveries: readonly TakenDelivery[],
    results: readonly Result[],
    waitsFor: 'turn' | null,
  ): ChainResult {
    const [delivery, ...behind] = deliveries.slice(results.length);
    if (!delivery) return { results, behind };
    return { results: [...results, { delivery, webhook: null, made: null, waitsFor }], behind };
  }

  private giveBack(): void {
    const then = this.tools.stopping.aborted ? Infinity : performance.now() - STALE_MS;
    for (const lane of this.lanes.values())
      for (const { deliveries } of lane.giveBack(then)) this.ended.push(this.leave(deliveries, [], 'turn'));
  }
}

/** Comes again without its pause, to be cancelled then: what is behind it in its call must not wait for it. */
const atOnce = ({ made, ...result }: Result): Result => ({
  ...result,
  made: made && { ...made, outcome: { ...made.outcome, retryInSeconds: 0 } },
});

/** Whether a webhook was off, and was switched on again, since this was made. */
const isAnew = ({ activation }: Webhook, delivery: TakenDelivery): boolean =>
  delivery.activation !== null && delivery.activation < activation;
