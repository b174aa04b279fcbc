import type { EntityTarget } from 'typeorm';
import type { AuditAction, AuditEvent } from '../../shared/audit-event.js';
import type { Reservation } from './reservation.js';
import type { ScopedRepository, TenantRow } from './scoped-repository.js';
import type { NamedQuery } from './named-query.js';
import type { WorkKind, WorkOptions } from '../../shared/work-kind.js';

/** Reads of one store for one tenant. */
export interface StoreReader {
  repo<E extends TenantRow>(entity: EntityTarget<E>): ScopedRepository<E>;
  /** A statement of a `*.queries.ts` file. Its $1 and $2 are client_id and data_env; `values` begin at $3. */
  query<R extends object>(statement: NamedQuery, values?: readonly unknown[]): Promise<R[]>;
}

/** Commits all of its changes or none. */
export interface UnitOfWork extends StoreReader {
  /** Writes an audit row with the change it records; when it fails, so does the change. */
  audit(event: AuditEvent): Promise<void>;
  /** The same for an action that succeeded, as most do. */
  auditDone(action: AuditAction, metadata: AuditEvent['metadata']): Promise<void>;
  /**
   * Stores the response of an idempotent request with its effect, and returns it. It must not
   * contain a secret.
   * @param reservation null if the request had no key
   * @param headers that a replay repeats
   * @throws 409 if another request has taken over the work
   */
  complete<T extends object>(
    reservation: Reservation | null,
    body: T,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T>;
  /**
   * Enqueues background work at the commit: a job in the metadata store, a work item in a tenant
   * store.
   * @throws Error for a kind of the other store
   */
  enqueue<P extends object>(kind: WorkKind<P>, payload: NoInfer<P>, options?: WorkOptions): Promise<void>;
}

export interface TransactionOptions {
  /**
   * The row that the transaction locks, such as `project p-1`: transactions of this process on it
   * run one after another, and hold no connection while they wait.
   */
  readonly serializeBy?: string;
}
