import { Injectable, Logger } from '@nestjs/common';
import { systemContext, type Tenant } from '../../../core/kernel/auth-context.js';
import type { StoreReader, UnitOfWork } from '../../../core/kernel/unit-of-work.js';
import { appendMarks } from '../../../core/marks/append-marks.js';
import { arrayParameter, type ArrayElement } from '../../../core/stores/array-parameter.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { cancelDeliveries } from '../contents/cancel-deliveries.js';
import { SEND_DELIVERIES } from '../contents/delivery-work.js';
import { READ_BY_INDEX } from '../contents/read-by-index.queries.js';
import {
  WebhookDirectory,
  type Webhook,
  type Webhooks,
  type WebhooksAt,
} from '../lookup/webhook-directory.service.js';
import { WebhookHealthReader } from '../lookup/webhook-health.service.js';
import { stateOf } from '../rules/webhook-status.policy.js';
import { WEBHOOK_ACTIONS } from '../webhooks.audit.js';
import {
  END_DELIVERIES,
  NEXT_DUE,
  NOTE_ATTEMPTS,
  NOTE_HEALTH,
  PUT_BEHIND,
  PUT_OFF,
  STRAY_WEBHOOKS,
  TAKE_DELIVERIES,
  WAKE_NEXT,
} from './delivery.queries.js';
import type { ChainResult, Result, TakenDelivery } from './delivery.types.js';
import { healthNotes, type HealthNote } from './health-notes.policy.js';
import { callsOver, settlementOf, type Settlement } from './settlement.policy.js';

/** Longer than an exchange takes at most (5 s for a connection to be free, 30 s for the receiver), and than a busy machine adds. */
export const LEASE_SECONDS = 90;

interface NotedRow {
  readonly webhook_id: string;
  readonly failures: number;
  readonly reason: string | null;
  readonly newly_degraded: boolean;
  readonly newly_disabled: boolean;
}

/** What is done in one transaction of the tenant's store. */
export interface Turn {
  readonly ended: readonly ChainResult[];
  /** How many calls may be taken for each webhook that is switched on. */
  readonly rooms: readonly (readonly [webhookId: string, room: number])[];
  /** Of all together. */
  readonly most: number;
  /** Whether a mark is placed for the end of their leases: by it others find what a process leaves that dies. */
  readonly guard: boolean;
}

export interface Turned {
  readonly taken: readonly TakenDelivery[];
  /** Webhooks that were switched off for what their receivers have answered. */
  readonly disabled: readonly string[];
}

/** The deliveries of a tenant, as its store has them. */
@Injectable()
export class DeliveryStore {
  private readonly logger = new Logger(DeliveryStore.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly directory: WebhookDirectory,
    private readonly health: WebhookHealthReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Leaves a mark for when the next delivery is due. Who is woken has used up a mark, perhaps one that came before its time, by
   * another clock than the store's: what waits must never be without one.
   * @param isOwed what is due and found no room has nothing else that has it looked at again, and is looked at soon
   * @param lookIn seconds after which a look for strays is due that nothing else would wake; null: none is
   */
  planNext(
    tenant: Tenant,
    webhookIds: readonly string[],
    isOwed: boolean,
    lookIn: number | null,
  ): Promise<void> {
    return this.stores.transaction(systemContext(tenant, 'webhooks'), async (tx) => {
      await tx.query(READ_BY_INDEX);
      const [next] = await tx.query<{ seconds: number | null }>(NEXT_DUE, [webhookIds, isOwed]);
      const seconds = Math.min(next?.seconds ?? Infinity, lookIn ?? Infinity);
      // Who is woken then plans anew, so that one mark for the earlier of the two is enough.
      if (seconds === Infinity) return;
      await tx.enqueue(SEND_DELIVERIES, {}, { notBefore: this.after(Math.max(0, Math.ceil(seconds)) + 1) });
    });
  }

  /** Leaves a mark for the end of leases that begin with this transaction, or within GUARD_SECONDS. */
  async guard(tx: StoreReader): Promise<void> {
    await appendMarks(tx, SEND_DELIVERIES, [{ payload: {} }], this.after(LEASE_SECONDS + GUARD_SECONDS));
  }

  /** Settles what is over and takes what is due, all of it or nothing. @throws 503 when the store does not answer */
  async turn(tenant: Tenant, { ended, rooms, most, guard }: Turn): Promise<Turned> {
    const notes = await this.notesOf(
      tenant,
      ended.flatMap((chain) => chain.results),
    );
    return this.stores.transaction(systemContext(tenant, 'webhooks'), async (tx) => {
      await tx.query(READ_BY_INDEX);
      const disabled = ended.length > 0 ? await this.settle(tx, ended, notes) : [];
      if (rooms.length === 0) return { taken: [], disabled };
      const taken = await tx.query<TakenDelivery>(TAKE_DELIVERIES, [
        rooms.map(([webhookId]) => webhookId),
        rooms.map(([, room]) => room),
        LEASE_SECONDS,
        most,
      ]);
      if (taken.length > 0 && guard) await this.guard(tx);
      // One that was switched off just now has nothing left; what was queued meanwhile is found as a stray.
      return { taken, disabled };
    });
  }

  /**
   * The webhooks that deliveries may be sent to, as the directory knows them.
   * @throws 503 when a store does not answer
   */
  async open(tenant: Tenant): Promise<WebhooksAt> {
    return this.switchedOn(tenant, await this.directory.of(tenant));
  }

  /** The same as they are now. @throws 503 when a store does not answer */
  async openNow(tenant: Tenant): Promise<WebhooksAt> {
    return this.switchedOn(tenant, await this.directory.now(tenant));
  }

  /**
   * Ends what waits for webhooks that were deleted or switched off.
   * @param open those that are taken to be switched on
   * @returns those that are; null: as they were taken to be
   * @throws 503 when a store does not answer
   */
  async endStrays(tenant: Tenant, open: Webhooks): Promise<WebhooksAt | null> {
    const auth = systemContext(tenant, 'webhooks');
    const strays = await this.stores.readOne<{ webhook_id: string }>(auth, STRAY_WEBHOOKS, [
      [...open.keys()],
    ]);
    if (strays.length === 0) return null;
    // One that was made a moment ago may not be among those that are remembered.
    const now = await this.openNow(tenant);
    const gone = strays.map((it) => it.webhook_id).filter((id) => !now.webhooks.has(id));
    if (gone.length > 0) await this.stores.transaction(auth, (tx) => cancelDeliveries(tx, gone));
    return now;
  }

  private async switchedOn(tenant: Tenant, { webhooks, readAt }: WebhooksAt): Promise<WebhooksAt> {
    const known = await this.health.of(systemContext(tenant, 'webhooks'), [...webhooks.keys()]);
    const isOn = ([id, webhook]: [string, Webhook]): boolean =>
      stateOf(webhook, known.get(id) ?? null).status !== 'disabled';
    return { webhooks: new Map([...webhooks].filter(isOn)), readAt };
  }

  /**
   * A 410 from before its webhook was changed, switched on anew or moved perhaps, says nothing of it.
   */
  private async notesOf(tenant: Tenant, results: readonly Result[]): Promise<HealthNote[]> {
    const isGone = ({ made }: Result): boolean => made?.outcome.isGone === true;
    if (!results.some(isGone)) return healthNotes(results);
    const now = await this.directory.now(tenant).catch(() => null);
    const isOfNow = (result: Result): boolean => {
      if (!isGone(result)) return true;
      // A webhook that stays on is told so again by the next 410; one that is switched off loses what waits for it.
      const { webhook } = result;
      return webhook !== null && now?.webhooks.get(webhook.webhookId)?.revision === webhook.revision;
    };
    return healthNotes(results.filter(isOfNow));
  }

  /** @returns the webhooks that were switched off by it */
  private async settle(
    tx: UnitOfWork,
    chains: readonly ChainResult[],
    notes: readonly HealthNote[],
  ): Promise<string[]> {
    const now = this.clock.now();
    const behind = chains.flatMap((chain) => chain.behind);
    if (behind.length > 0) await tx.query(PUT_BEHIND, leases(behind));
    const results = chains.flatMap((chain) => chain.results);
    if (results.length === 0) return [];
    const rows = await this.write(
      tx,
      results.map((result) => settlementOf(result, now)),
    );
    const over = callsOver(rows);
    if (over.length > 0)
      await tx.query(WAKE_NEXT, [
        arrayParameter(over.map((it) => it.webhook_id)),
        arrayParameter(over.map((it) => it.call_id)),
      ]);
    const disabled = await this.note(tx, notes);
    // To the second: those that wait about as long come together.
    const times = new Set(rows.flatMap(({ pause }) => (pause === null ? [] : [Math.ceil(pause)])));
    for (const seconds of times) await tx.enqueue(SEND_DELIVERIES, {}, { notBefore: this.after(seconds) });
    return disabled;
  }

  /**
   * @returns those that were still under the lease that they were taken under. A delivery may be here twice, where its lease ended while
   * the process stood still and it was taken anew: the later lease says what becomes of it.
   */
  private async write(tx: UnitOfWork, rows: readonly Settlement[]): Promise<Settlement[]> {
    const own = new Set<string>();
    const keep = (changed: readonly Lease[]): void => {
      for (const it of changed) own.add(nameOf(it));
    };
    const over = rows.filter(({ pause }) => pause === null);
    if (over.length > 0) keep(await tx.query<Lease>(END_DELIVERIES, leases(over.map((it) => it.delivery))));
    const again = rows.filter(({ pause }) => pause !== null);
    if (again.length > 0) {
      const plan = [again.map((row) => row.pause), again.map((row) => row.attemptCount)];
      keep(await tx.query<Lease>(PUT_OFF, [...leases(again.map((it) => it.delivery)), ...plan]));
    }
    const settled = rows.filter(({ delivery }) => own.has(nameOf(delivery)));
    const noted = settled.filter(({ status }) => status !== null);
    if (noted.length === 0) return settled;
    const column = (read: (row: Settlement) => ArrayElement) => arrayParameter(noted.map(read));
    await tx.query(NOTE_ATTEMPTS, [
      column((row) => row.delivery.delivery_id),
      distinct(noted, (row) => row.delivery.created_at.getTime()).map((at) => new Date(at)),
      column((row) => row.status),
      column((row) => row.failureCode),
      column((row) => row.responseStatus),
      column((row) => row.durationMs),
      column((row) => row.attemptCount),
      column((row) => row.attemptedAt?.toISOString() ?? null),
      column((row) => row.host),
      column((row) => row.transcriptMode),
      column((row) => row.pause),
      distinct(noted, (row) => row.delivery.webhook_id),
    ]);
    return settled;
  }

  private after(seconds: number): Date {
    return new Date(this.clock.now().getTime() + seconds * 1000);
  }

  private async note(tx: UnitOfWork, notes: readonly HealthNote[]): Promise<string[]> {
    if (notes.length === 0) return [];
    const rows = await tx.query<NotedRow>(NOTE_HEALTH, [
      notes.map((it) => it.webhookId),
      notes.map((it) => it.enablement),
      notes.map((it) => it.givenUp),
      notes.map((it) => it.succeeded),
      notes.map((it) => it.failed),
      notes.map((it) => it.gone),
    ]);
    const disabled = rows.filter((row) => row.newly_disabled).map((row) => row.webhook_id);
    if (disabled.length > 0) await cancelDeliveries(tx, disabled);
    for (const row of rows.filter((it) => it.newly_degraded || it.newly_disabled)) {
      const action = row.newly_disabled ? WEBHOOK_ACTIONS.disabled : WEBHOOK_ACTIONS.degraded;
      this.logger.warn({ msg: 'webhook fails', webhook: row.webhook_id, disabled: row.newly_disabled });
      await tx.auditDone(action, {
        webhook_id: row.webhook_id,
        reason: row.reason,
        consecutive_failures: row.failures,
      });
    }
    return disabled;
  }
}

/** Marks that follow a dead holder are placed this far apart, and so much later than its lease. */
export const GUARD_SECONDS = 5;

type Lease = Pick<TakenDelivery, 'delivery_id' | 'lease_token'>;

const nameOf = ({ delivery_id: id, lease_token: token }: Lease): string => `${id} ${token}`;

/** Their ids, and the lease that each was taken under: its token is not on a row that was taken anew. */
const leases = (taken: readonly Lease[]): unknown[] => [
  arrayParameter(taken.map((it) => it.delivery_id)),
  arrayParameter(taken.map((it) => it.lease_token)),
];

const distinct = <T>(rows: readonly Settlement[], read: (row: Settlement) => T): T[] => [
  ...new Set(rows.map(read)),
];
