import { tenantKey, type Tenant } from '../shared/auth-context.js';

export interface WorkGroup {
  readonly storeId: string;
  readonly tenant: Tenant;
  readonly kind: string;
}

interface ConcurrencyLimits {
  readonly perStore: number;
  readonly perTenant: number;
  readonly ofKind: (kind: string) => number;
}

/**
 * Chooses the next group of work. After a batch, a group goes to the end of the queue, so ten
 * thousand work items of one tenant delay another tenant's single one by one batch.
 */
export class RoundRobinQueue {
  // In the order in which they will be processed.
  private readonly waiting = new Map<string, WorkGroup>();
  private readonly running = new Map<string, { readonly group: WorkGroup; hasMore: boolean }>();
  // By store, tenant and kind; their names never coincide.
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** Adds a group with work; a group that is being processed gets its next turn afterwards. */
  offer(group: WorkGroup): void {
    const name = nameOf(group);
    const running = this.running.get(name);
    if (running) running.hasMore = true;
    else if (!this.waiting.has(name)) this.waiting.set(name, group);
  }

  /** Takes the next group that may be processed now; `done` ends its turn. */
  next(): WorkGroup | null {
    for (const [name, group] of this.waiting) {
      if (!this.isFree(group)) continue;
      this.waiting.delete(name);
      this.running.set(name, { group, hasMore: false });
      this.count(group, 1);
      return group;
    }
    return null;
  }

  /** @param hasMore whether the group probably has more work and needs another turn */
  done(group: WorkGroup, hasMore: boolean): void {
    const name = nameOf(group);
    const running = this.running.get(name);
    if (!running) return;
    this.running.delete(name);
    this.count(group, -1);
    if (hasMore || running.hasMore) this.offer(group);
  }

  /** Removes the waiting groups of a store while it cannot be queried. */
  forget(storeId: string): void {
    for (const [name, group] of this.waiting) if (group.storeId === storeId) this.waiting.delete(name);
  }

  private isFree(group: WorkGroup): boolean {
    const [store, tenant, kind] = countersOf(group);
    return (
      this.countOf(store) < this.limits.perStore &&
      this.countOf(tenant) < this.limits.perTenant &&
      this.countOf(kind) < this.limits.ofKind(group.kind)
    );
  }

  private countOf(counter: string): number {
    return this.counts.get(counter) ?? 0;
  }

  private count(group: WorkGroup, by: 1 | -1): void {
    for (const counter of countersOf(group)) {
      const count = this.countOf(counter) + by;
      if (count === 0) this.counts.delete(counter);
      else this.counts.set(counter, count);
    }
  }
}

const tenantOf = ({ storeId, tenant }: WorkGroup): string => `${storeId}\n${tenantKey(tenant)}`;
const nameOf = (group: WorkGroup): string => `${tenantOf(group)}\n${group.kind}`;
const countersOf = (group: WorkGroup): readonly [store: string, tenant: string, kind: string] => [
  `store ${group.storeId}`,
  `tenant ${tenantOf(group)}`,
  `kind ${group.kind}`,
];
