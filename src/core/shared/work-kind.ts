/** How work of one kind is treated. */
interface WorkTerms {
  /**
   * Attempts after the first one that failed; after the last of them the work rests among the dead
   * letters.
   */
  readonly retries: number;
  /**
   * The pause before the first of them; it doubles with each, up to an hour, give or take a
   * quarter.
   */
  readonly firstDelayMs: number;
  /**
   * The time that its holder may work. Then the work passes to another holder, and further writes
   * of this one are refused.
   */
  readonly leaseMs: number;
  /** Handlers of this kind that one process runs at once, for all tenants. */
  readonly concurrency: number;
  /** Work items that a handler is given at once, at most. */
  readonly batch: number;
  /**
   * Work items with the same key are worked in the order of their appending, and never two at once
   * by different holders.
   */
  readonly ordered: boolean;
}

/**
 * A kind of background work, declared by the feature beside its handler. Payloads hold identifiers,
 * never personal data. The store says where such work lives: as jobs in the queue of the metadata
 * store, or as work items in the stores of tenants.
 */
export interface WorkKind<P extends object> extends WorkTerms {
  readonly name: string;
  readonly store: 'metadata' | 'tenant';
  /** For jobs: calls the handler's `giveUp` for each job that has used up its attempts. */
  readonly givesUp?: boolean;
  /**
   * For jobs: an attempt that ended with its worker does not count. For work in pieces that
   * continues at the interrupted piece, if no piece can bring a worker down.
   */
  readonly outlivesWorkers?: boolean;
  /** Only for the type. */
  readonly payload?: P;
}

/** Place and time of the work. */
export interface WorkOptions {
  /** The subject of the work, such as a call_id: kinds that are `ordered` work one key in order. */
  readonly key?: string;
  /** The work waits until then. */
  readonly notBefore?: Date;
}

// A handler's work takes seconds; a holder that is silent for a minute is gone. Half an hour of
// retries outlasts a restart of a dependency, and leaves a lasting fault to people.
const USUAL: WorkTerms = {
  retries: 5,
  firstDelayMs: 30_000,
  leaseMs: 60_000,
  concurrency: 1,
  batch: 1,
  ordered: false,
};

/**
 * Terms of work that a person waits for, or that is owed however long a store is away. A failure in
 * a busy moment is tried again within seconds, and given up after a day and a half.
 */
export const OWED = { retries: 50, firstDelayMs: 1_000 } as const;

/**
 * Declares work that becomes due in tenant stores. A name is given once and lives in the stores.
 */
export const workKind = <P extends object>(name: string, terms: Partial<WorkTerms> = {}): WorkKind<P> => ({
  ...USUAL,
  ...terms,
  name,
  store: 'tenant',
});

/**
 * Declares work of the metadata store, and work on a schedule. A name is given once and lives in
 * the queue.
 */
export const jobKind = <P extends object>(
  name: string,
  terms: Partial<
    Pick<WorkKind<P>, 'retries' | 'firstDelayMs' | 'leaseMs' | 'givesUp' | 'outlivesWorkers'>
  > = {},
): WorkKind<P> => ({ ...USUAL, ...terms, name, store: 'metadata' });

/**
 * @throws Error where work is asked for in the other kind of store, in which it would never be done
 */
export function assertBelongs(kind: WorkKind<object>, store: WorkKind<object>['store']): void {
  if (kind.store !== store) {
    throw new Error(`${kind.name} is work of the ${kind.store} store and cannot wait in the ${store} store.`);
  }
}
