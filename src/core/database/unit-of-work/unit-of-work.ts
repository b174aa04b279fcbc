import type { EntityTarget } from 'typeorm';
import type { AuditAction, AuditEvent } from '../../shared/audit-event.js';
import type { Reservation } from './reservation.js';
import type { ScopedRepository, TenantRow } from './scoped-repository.js';
import type { NamedQuery } from './named-query.js';
import type { WorkKind, WorkOptions } from '../../shared/work-kind.js';

/**
 * Reads of one store on behalf of one tenant; which store it is, the service that opened it says.
 */
export interface StoreReader {
  repo<E extends TenantRow>(entity: EntityTarget<E>): ScopedRepository<E>;
  /**
   * A statement of a `*.queries.ts` file that repositories cannot express. Its $1 and $2 are always
   * client_id and data_env; `values` begin at $3, also those of a BoundQuery.
   */
  query<R extends object>(statement: NamedQuery, values?: readonly unknown[]): Promise<R[]>;
}

/** Commits all of its changes together or none of them. */
export interface UnitOfWork extends StoreReader {
  /** Writes an audit row with the change it records; when it fails, so does the change. */
  audit(event: AuditEvent): Promise<void>;
  /** The same for an action that succeeded, as most do. */
  auditDone(action: AuditAction, metadata: AuditEvent['metadata']): Promise<void>;
  /**
   * Stores the answer of an idempotent request with the effect it tells of, and gives it back.
   * Secrets must not be in it.
   * @param reservation null where the request came without a key
   * @param headers of the answer that a replay repeats
   * @throws 409 when another request has taken the work over
   */
  complete<T extends object>(
    reservation: Reservation | null,
    body: T,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T>;
  /**
   * Asks for background work; it exists from the commit on. In the metadata store it is a job of
   * the queue, in a tenant store a work item.
   * @throws Error for a kind of the other store
   */
  enqueue<P extends object>(kind: WorkKind<P>, payload: NoInfer<P>, options?: WorkOptions): Promise<void>;
}

/** How a transaction is entered. */
export interface TransactionOptions {
  /**
   * The row that the transaction locks, such as `project p-1`. Transactions of this process on one
   * row run one after another, and a request that waits holds no connection.
   */
  readonly serializeBy?: string;
}
