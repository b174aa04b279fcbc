import { Injectable } from '@nestjs/common';
import { systemContext, type Tenant } from '../../../core/shared/auth-context.js';
import type { StoreReader, UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { arrayParameter, type ArrayElement } from '../../../core/database/driver/array-parameter.js';
import { enqueueWork } from '../../../core/database/outbox/enqueue-work.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { cancelDeliveries } from '../queue/cancel-deliveries.js';
import { SEND_DELIVERIES, type SendDeliveries } from '../queue/work-kinds.js';
import { READ_BY_INDEX } from '../queue/read-by-index.queries.js';
import type { Answered } from '../queue/health-notes.policy.js';
import { noteHealth } from '../queue/receiver-health.js';
import { enabledOf, type Webhooks } from '../lookup/webhook-directory.service.js';
import { readHealth } from '../lookup/webhook-health.service.js';
import {
  CLAIM_DELIVERIES,
  END_DELIVERIES,
  NEXT_DUE,
  NOTE_ATTEMPTS,
  RESCHEDULE,
  STRAY_WEBHOOKS,
} from './delivery.queries.js';
import type { ClaimedDelivery, Result } from './delivery.types.js';
import { AGAIN_SECONDS, settlementOf, type Settlement } from './settlement.policy.js';

// An exchange takes 35 s at most: 5 for a free connection, 30 for the receiver. The rest is a
// margin for a busy machine.
export const LEASE_SECONDS = 90;

type Slots = readonly (readonly [webhookId: string, count: number])[];

/** The input of one transaction of the tenant's store. */
export interface DispatchRound {
  readonly ended: readonly Result[];
  /**
   * The configured webhooks; null: they cannot be read, or this process claims no more deliveries.
   */
  readonly webhooks: Webhooks | null;
  /** How many deliveries may be claimed for each enabled webhook. */
  readonly slotsOf: (open: Webhooks) => Slots;
  /** The maximum for all webhooks together. */
  readonly most: number;
  /** Whether to enqueue a work item for the end of these leases, in case the process dies. */
  readonly guard: boolean;
  /** Whether to end the waiting deliveries of deleted webhooks. */
  readonly sweep: boolean;
}

type RoundResult = { readonly claimed: readonly ClaimedDelivery[]; readonly open: Webhooks };

@Injectable()
export class DeliveryStore {
  constructor(
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /**
   * Settles finished deliveries and claims due ones, or nothing.
   * @throws 503
   */
  round(tenant: Tenant, round: DispatchRound): Promise<RoundResult> {
    const { ended, webhooks, slotsOf, most } = round;
    return this.stores.transaction(systemContext(tenant, 'webhooks'), async (tx) => {
      await tx.query(READ_BY_INDEX);
      const health = webhooks && (await readHealth(tx, [...webhooks.keys()]));
      const enabled = webhooks && health && enabledOf(webhooks, health);
      const disabled = await this.settle(tx, ended, webhooks, enabled);
      if (!webhooks || !enabled) {
        await this.wakeIn(tx, AGAIN_SECONDS, { sweep: round.sweep });
        return { claimed: [], open: new Map() };
      }
      const open = new Map([...enabled].filter(([id]) => !disabled.includes(id)));
      await this.cancel(tx, webhooks, open, round.sweep);
      const claimed = await this.claim(tx, slotsOf(open), most);
      if (claimed.length > 0 && round.guard)
        await this.wakeIn(tx, LEASE_SECONDS + AGAIN_SECONDS, { sweep: true });
      if (claimed.length === 0) await this.planNext(tx, open, most === 0);
      return { claimed, open };
    });
  }

  private async claim(tx: UnitOfWork, slots: Slots, most: number): Promise<ClaimedDelivery[]> {
    if (slots.length === 0) return [];
    return tx.query<ClaimedDelivery>(CLAIM_DELIVERIES, [
      slots.map(([webhookId]) => webhookId),
      slots.map(([, count]) => count),
      LEASE_SECONDS,
      most,
    ]);
  }

  /**
   * Ends waiting deliveries of disabled webhooks, and in a sweep those of deleted ones (webhooks
   * 7.8).
   */
  private async cancel(tx: UnitOfWork, webhooks: Webhooks, open: Webhooks, sweep: boolean): Promise<void> {
    const known = [...webhooks.keys()];
    const strays = sweep ? await tx.query<{ webhook_id: string }>(STRAY_WEBHOOKS, [known]) : [];
    const closed = known.filter((id) => !open.has(id));
    await cancelDeliveries(tx, [...closed, ...strays.map((it) => it.webhook_id)]);
  }

  /**
   * Enqueues a work item for when the next delivery is due: a wake-up consumes its work item,
   * possibly early because of clock skew.
   * @param isFull this process cannot claim more now, so the queue is checked soon
   */
  private async planNext(tx: UnitOfWork, open: Webhooks, isFull: boolean): Promise<void> {
    const [next] = await tx.query<{ seconds: number | null }>(NEXT_DUE, [[...open.keys()]]);
    const seconds = Math.min(next?.seconds ?? Infinity, isFull ? AGAIN_SECONDS : Infinity);
    if (seconds !== Infinity) await this.wakeIn(tx, Math.ceil(seconds) + 1, {});
  }

  /** @returns the webhooks that it switched off */
  private async settle(
    tx: UnitOfWork,
    results: readonly Result[],
    webhooks: Webhooks | null,
    open: Webhooks | null,
  ): Promise<readonly string[]> {
    if (results.length === 0) return [];
    const now = this.clock.now();
    const rows = await this.write(
      tx,
      results.map((it) => settlementOf(it, now, open)),
    );
    // Rounded to seconds, so that similar waits end together. This round claims those without a
    // pause.
    const pauses = new Set(rows.map(({ pause }) => Math.ceil(pause ?? 0)));
    for (const seconds of pauses) if (seconds > 0) await this.wakeIn(tx, seconds, {});
    // Also for a delivery whose lease was lost, because its receiver has answered.
    return noteHealth(tx, answersOf(results, webhooks));
  }

  /**
   * @returns those whose lease was still valid. A delivery may appear twice, if its lease ended
   *   while the process was suspended and it was claimed again: the later lease decides.
   */
  private async write(tx: UnitOfWork, rows: readonly Settlement[]): Promise<Settlement[]> {
    const own = new Set<string>();
    const keep = (changed: readonly Lease[]): void => changed.forEach((it) => own.add(nameOf(it)));
    const over = rows.filter(({ pause }) => pause === null);
    if (over.length > 0) keep(await tx.query<Lease>(END_DELIVERIES, leases(over)));
    const again = rows.filter(({ pause }) => pause !== null);
    if (again.length > 0) {
      const plan = [again.map((row) => row.pause), again.map((row) => row.attemptCount)];
      keep(await tx.query<Lease>(RESCHEDULE, [...leases(again), ...plan]));
    }
    const settled = rows.filter(({ delivery }) => own.has(nameOf(delivery)));
    const noted = settled.filter(({ status }) => status !== null);
    if (noted.length === 0) return settled;
    const column = (read: (row: Settlement) => ArrayElement) => arrayParameter(noted.map(read));
    await tx.query(NOTE_ATTEMPTS, [
      column((row) => row.delivery.delivery_id),
      [...new Set(noted.map((row) => row.delivery.created_at.getTime()))].map((at) => new Date(at)),
      column((row) => row.status),
      column((row) => row.failureCode),
      column((row) => row.responseStatus),
      column((row) => row.durationMs),
      column((row) => row.attemptCount),
      column((row) => row.attemptedAt?.toISOString() ?? null),
      column((row) => row.host),
      column((row) => row.transcriptMode),
      column((row) => row.pause),
      [...new Set(noted.map((row) => row.delivery.webhook_id))],
    ]);
    return settled;
  }

  private async wakeIn(tx: StoreReader, seconds: number, payload: SendDeliveries): Promise<void> {
    const at = new Date(this.clock.now().getTime() + seconds * 1000);
    await enqueueWork(tx, SEND_DELIVERIES, [{ payload }], at);
  }
}

/**
 * The responses that affect the health of receivers: not those to tests, and no 410 from before the
 * webhook changed or while it cannot be read (webhooks 7.8, 8.1).
 */
const answersOf = (results: readonly Result[], webhooks: Webhooks | null): Answered[] =>
  results.flatMap(({ made, webhook, delivery }) => {
    if (made === null || delivery.is_test) return [];
    const isOfNow = webhooks?.get(webhook.webhookId)?.revision === webhook.revision;
    return made.outcome.isGone && !isOfNow ? [] : { webhook, outcome: made.outcome };
  });

type Lease = Pick<ClaimedDelivery, 'delivery_id' | 'lease_token'>;

const nameOf = ({ delivery_id: id, lease_token: token }: Lease): string => `${id} ${token}`;

/** Their ids and lease tokens; a row that was claimed again has another token. */
const leases = (rows: readonly Settlement[]): unknown[] => [
  arrayParameter(rows.map(({ delivery }) => delivery.delivery_id)),
  arrayParameter(rows.map(({ delivery }) => delivery.lease_token)),
];
