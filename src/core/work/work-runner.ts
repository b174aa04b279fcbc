import { runInJob } from '../shared/request-context.js';
import { Injectable, Logger } from '@nestjs/common';
import { systemContext, type Tenant } from '../shared/auth-context.js';
import { tracedWork, type SpanFacts } from '../shared/tracing/tracing.js';
import { reasonOf } from '../shared/platform-error.js';
import type { NamedQuery } from '../database/unit-of-work/named-query.js';
import { TenantStores } from '../database/stores/tenant-stores.js';
import { pauseAfter } from './backoff.policy.js';
import type { WorkHandler } from './work-handler.js';
import { LeaseVoidError, WorkLease, type WorkItem } from './work-lease.js';
import { WorkMetrics } from './work-metrics.js';
import {
  FAIL_ITEMS,
  READ_IN_ORDER,
  RELEASE_ITEMS,
  CLAIM_ITEMS,
  CLAIM_ITEMS_IN_ORDER,
} from './work.queries.js';

interface Item extends WorkItem<object> {
  readonly requestId: string | null;
  readonly traceparent: string | null;
}
type Handler = WorkHandler<object>;

interface ClaimedRow {
  readonly item_id: string;
  readonly key: string | null;
  readonly payload: object;
  readonly attempts: number;
  readonly lease_token: string;
  readonly request_id: string | null;
  readonly traceparent: string | null;
  readonly waited_ms: number;
}

interface Claimed {
  readonly tenant: Tenant;
  readonly items: readonly Item[];
  readonly token: string;
  readonly endsAt: number;
}

// With less than this share of a lease left, no new work begins under it.
const ENOUGH_LEASE = 0.5;

const DIED_AT_WORK = 'Its workers had stopped, or had not finished, when their leases expired.';

/** Leases a batch of one tenant's work, runs its handler, and records the result. */
@Injectable()
export class WorkRunner {
  private readonly logger = new Logger(WorkRunner.name);

  constructor(
    private readonly stores: TenantStores,
    private readonly metrics: WorkMetrics,
  ) {}

  /**
   * @returns whether there is probably more, because the batch was full
   * @throws the store's error if it cannot be queried for work
   */
  async run(tenant: Tenant, handler: Handler): Promise<boolean> {
    const taken = await this.claim(tenant, handler);
    if (taken === null) return false;
    const { retries, batch, leaseMs } = handler.kind;
    const isSpent = ({ attempt }: Item): boolean => attempt > retries + 1;
    await this.fail(handler, taken, taken.items.filter(isSpent), DIED_AT_WORK);
    const stoppedKeys = new Set<string>();
    const untried: Item[] = [];
    for (const [index, part] of partsOf(taken.items.filter((item) => !isSpent(item))).entries()) {
      const isLate = index > 0 && taken.endsAt - performance.now() < leaseMs * ENOUGH_LEASE;
      const mayBegin = (item: Item): boolean => !isLate && !(item.key !== null && stoppedKeys.has(item.key));
      const items = part.filter(mayBegin);
      untried.push(...part.filter((item) => !mayBegin(item)));
      if (items.length === 0 || (await this.perform(handler, taken, items))) continue;
      for (const { key } of items) if (key !== null) stoppedKeys.add(key);
    }
    if (untried.length > 0) await this.settle(RELEASE_ITEMS, handler, taken, untried);
    return taken.items.length >= batch;
  }

  private async claim(tenant: Tenant, { kind }: Handler): Promise<Claimed | null> {
    const startedAt = performance.now();
    const terms = [kind.name, kind.batch, kind.leaseMs];
    const rows = await this.stores.transaction(systemContext(tenant, 'worker'), async (tx) => {
      if (!kind.ordered) return tx.query<ClaimedRow>(CLAIM_ITEMS, terms);
      await tx.query(READ_IN_ORDER);
      return tx.query<ClaimedRow>(CLAIM_ITEMS_IN_ORDER, terms);
    });
    const [first] = rows;
    if (!first) return null;
    for (const { waited_ms } of rows) this.metrics.observeWait(kind.name, waited_ms / 1000);
    const items = rows.map((row) => ({
      itemId: row.item_id,
      key: row.key,
      payload: row.payload,
      attempt: row.attempts,
      requestId: row.request_id,
      traceparent: row.traceparent,
    }));
    return { tenant, items, token: first.lease_token, endsAt: startedAt + kind.leaseMs };
  }

  private async perform(handler: Handler, taken: Claimed, items: readonly Item[]): Promise<boolean> {
    const { tenant, token, endsAt } = taken;
    const lease = new WorkLease(this.stores, tenant, handler.kind, token, items, endsAt);
    try {
      await withinLease(
        lease,
        runInJob(
          handler.kind.name,
          () =>
            tracedWork(handler.kind.name, factsOf(tenant, items), tracesOf(items), () => handler.work(lease)),
          causeOf(items),
        ),
      );
      if (!lease.isFinished) await lease.finish(() => Promise.resolve());
      this.metrics.count(handler.kind.name, 'done', items.length);
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      this.logger.warn({ msg: 'work failed', kind: handler.kind.name, items: items.length, reason });
      // Its work items belong to another holder by now, or are done.
      if (!lease.isFinished && !(error instanceof LeaseVoidError))
        await this.fail(handler, taken, items, reason);
      return lease.isFinished;
    }
  }

  private async fail(
    handler: Handler,
    taken: Claimed,
    items: readonly Item[],
    reason: string,
  ): Promise<void> {
    if (items.length === 0) return;
    const pauses = items.map(({ attempt }) => pauseAfter(handler.kind, attempt, Math.random()));
    const dead = pauses.filter((pause) => pause === null).length;
    this.metrics.count(handler.kind.name, 'failed', items.length);
    this.metrics.count(handler.kind.name, 'dead', dead);
    if (dead > 0)
      this.logger.error({
        msg: 'work moved to the dead letters',
        kind: handler.kind.name,
        items: dead,
        reason,
      });
    await this.settle(FAIL_ITEMS, handler, taken, items, pauses, reason);
  }

  /** Work items that cannot be settled now are free again at the end of the lease. */
  private async settle(
    statement: NamedQuery,
    { kind }: Handler,
    { tenant, token }: Claimed,
    items: readonly Item[],
    ...values: readonly unknown[]
  ): Promise<void> {
    const ids = items.map(({ itemId }) => itemId);
    try {
      await this.stores.transaction(systemContext(tenant, 'worker'), (tx) =>
        tx.query(statement, [kind.name, ids, token, ...values]),
      );
    } catch (error) {
      this.logger.warn({ msg: 'work not settled', kind: kind.name, reason: reasonOf(error) });
    }
  }
}

/**
 * Waits for work no longer than its lease: otherwise an endless handler would block its kind for
 * all tenants. Its later writes are refused, and its work items count an attempt.
 * @throws LeaseVoidError
 */
async function withinLease(lease: WorkLease<object>, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LeaseVoidError()), lease.remainingMs);
  });
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    // If the lease ended first, nothing listens for a later failure of the work.
    work.catch(() => undefined);
  }
}

const tracesOf = (items: readonly Item[]): readonly (string | null)[] =>
  items.map(({ traceparent }) => traceparent);

const factsOf = ({ clientId, dataEnv }: Tenant, items: readonly Item[]): SpanFacts => ({
  client_id: clientId,
  data_env: dataEnv,
  'work.items': items.length,
  request_id: causeOf(items) ?? undefined,
});

/** The request that caused all of the work items; null if several did. */
const causeOf = (items: readonly Item[]): string | null => {
  const [cause, ...others] = new Set(items.map(({ requestId }) => requestId));
  return others.length === 0 ? (cause ?? null) : null;
};

/** Work items that failed before are tried alone and first, because they are older. */
function partsOf(items: readonly Item[]): Item[][] {
  const again = items.filter(({ attempt }) => attempt > 1);
  const fresh = items.filter(({ attempt }) => attempt === 1);
  return [...again.map((item) => [item]), ...(fresh.length > 0 ? [fresh] : [])];
}
