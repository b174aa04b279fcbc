interface WorkTerms {
  /** Attempts after the first failed one; then the work becomes a dead letter. */
  readonly retries: number;
  /**
   * The pause before the first retry; it doubles with each, up to an hour, plus or minus a quarter.
   */
  readonly firstDelayMs: number;
  /**
   * How long a holder may work; then another one gets the work, and the first one's writes are
   * refused.
   */
  readonly leaseMs: number;
  /** How many handlers of this kind one process runs at once, for all tenants. */
  readonly concurrency: number;
  /** The most work items that a handler gets at once. */
  readonly batch: number;
  /**
   * Whether work items with the same key are processed in order, and never by two holders at once.
   */
  readonly ordered: boolean;
}

/**
 * A kind of background work, declared next to its handler. Payloads contain identifiers, never
 * personal data. The store says where the work is kept: as jobs in the metadata store, or as work
 * items in tenant stores.
 */
export interface WorkKind<P extends object> extends WorkTerms {
  readonly name: string;
  readonly store: 'metadata' | 'tenant';
  /** For jobs: calls the handler's `giveUp` for each job that has used up its attempts. */
  readonly givesUp?: boolean;
  /**
   * For jobs that continue where an earlier attempt ended: an attempt that ended with its worker
   * does not count. No part of the work may crash a worker.
   */
  readonly outlivesWorkers?: boolean;
  readonly payload?: P;
}

export interface WorkOptions {
  /**
   * The subject of the work, such as a call_id: `ordered` kinds process the items of one key in
   * order.
   */
  readonly key?: string;
  readonly notBefore?: Date;
}

// A holder that is silent for a minute is gone. Half an hour of retries outlasts a restart of a
// dependency, and a lasting fault needs a person.
const USUAL: WorkTerms = {
  retries: 5,
  firstDelayMs: 30_000,
  leaseMs: 60_000,
  concurrency: 1,
  batch: 1,
  ordered: false,
};

/** For work that a person waits for: tried again within seconds, and given up after a day and a half. */
export const OWED = { retries: 50, firstDelayMs: 1_000 } as const;

/** Declares work of tenant stores. A name is never reused and is stored in the stores. */
export const workKind = <P extends object>(name: string, terms: Partial<WorkTerms> = {}): WorkKind<P> => ({
  ...USUAL,
  ...terms,
  name,
  store: 'tenant',
});

/**
 * Declares work of the metadata store, and scheduled work. A name is never reused and is stored in
 * the queue.
 */
export const jobKind = <P extends object>(
  name: string,
  terms: Partial<
    Pick<WorkKind<P>, 'retries' | 'firstDelayMs' | 'leaseMs' | 'givesUp' | 'outlivesWorkers'>
  > = {},
): WorkKind<P> => ({ ...USUAL, ...terms, name, store: 'metadata' });

/** @throws Error for work of the other kind of store, which would never be done */
export function assertBelongs(kind: WorkKind<object>, store: WorkKind<object>['store']): void {
  if (kind.store !== store) {
    throw new Error(`${kind.name} is work of the ${kind.store} store and cannot wait in the ${store} store.`);
  }
}
