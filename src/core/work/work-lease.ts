import { systemContext, type AuthContext, type Tenant } from '../shared/auth-context.js';
import { LoggableError } from '../shared/platform-error.js';
import type { WorkKind } from '../shared/work-kind.js';
import type { NamedQuery } from '../database/unit-of-work/named-query.js';
import type { StoreReader } from '../database/unit-of-work/unit-of-work.js';
import type { TenantStores } from '../database/stores/tenant-stores.js';
import { DELETE_ITEMS, HOLD_ITEMS } from './work.queries.js';

export interface WorkItem<P> {
  /** Counts up; as text, because it is a 64-bit number. */
  readonly itemId: string;
  readonly key: string | null;
  readonly payload: P;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** The work items belong to another holder or are done, so this holder's writes are refused. */
export class LeaseVoidError extends LoggableError {
  override readonly name = 'LeaseVoidError';
  constructor() {
    super('The lease on the work item has expired.');
  }
}

/**
 * Work items of one holder. Each of its transactions first checks the lease; no other holder can
 * lease the work items until the transaction ends.
 */
export class WorkLease<P extends object> {
  readonly auth: AuthContext;
  private isOver = false;

  constructor(
    private readonly stores: TenantStores,
    tenant: Tenant,
    private readonly kind: WorkKind<P>,
    /**
     * Higher than that of every earlier lease in the store, for external receivers that compare it.
     */
    readonly token: string,
    /** In the order in which they were appended. */
    readonly items: readonly WorkItem<P>[],
    private readonly endsAt: number,
  ) {
    this.auth = systemContext(tenant, 'worker');
  }

  /** The remaining time of the lease, in milliseconds. */
  get remainingMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  get isFinished(): boolean {
    return this.isOver;
  }

  /**
   * A transaction in the tenant's store that does not change the work items.
   * @throws LeaseVoidError if the lease has ended
   */
  transaction<T>(work: (tx: StoreReader) => Promise<T>): Promise<T> {
    return this.fenced(HOLD_ITEMS, work);
  }

  /**
   * The transaction that ends the work: its effects and the deletion of the work items commit
   * together.
   * @throws LeaseVoidError if the lease has ended
   */
  async finish<T>(work: (tx: StoreReader) => Promise<T>): Promise<T> {
    const result = await this.fenced(DELETE_ITEMS, work);
    this.isOver = true;
    return result;
  }

  private fenced<T>(fence: NamedQuery, work: (tx: StoreReader) => Promise<T>): Promise<T> {
    const ids = this.items.map(({ itemId }) => itemId);
    return this.stores.transaction(this.auth, async (tx) => {
      const [row] = await tx.query<{ items: number }>(fence, [this.kind.name, ids, this.token]);
      if (row?.items !== ids.length) throw new LeaseVoidError();
      return work(tx);
    });
  }
}
