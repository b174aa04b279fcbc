import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { QueryRunnerAlreadyReleasedError } from 'typeorm';
import { auditMetadata, success, type AuditEvent } from '../../shared/audit-event.js';
import { tenantKey, type AuthContext, type Tenant } from '../../shared/auth-context.js';
import { classifyDriverError } from '../driver/driver-errors.js';
import { unavailable } from '../../shared/platform-error.js';
import { currentRequestId } from '../../shared/request-context.js';
import type { Reservation } from '../unit-of-work/reservation.js';
import { JobQueue } from '../jobs/job-queue.js';
import type { StoreReader, TransactionOptions, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { Clock } from '../../time/clock.js';
import { RETRY_AFTER_SECONDS } from '../driver/store-breaker.js';
import { statementFor, type NamedQuery } from '../unit-of-work/named-query.js';
import { CONTENDED_SECONDS, KeyedLimiter, unavailableWithoutSlot } from '../../shared/keyed-limiter.js';
import { ScopedRepository, type Operate } from '../unit-of-work/scoped-repository.js';
import type { Statement } from '../driver/bound-statement.js';
import { COMPLETE_RECORD, INSERT_AUDIT_EVENT } from './metadata.queries.js';
import { METADATA } from './metadata-pool.js';
import { TenantConnections, type TenantTransaction } from './tenant-connections.js';

// A transaction that lost a race runs again from its start; three losses in a row mean a hot spot.
const MAX_ATTEMPTS = 3;

// Two transactions that collided would collide again if both retried immediately.
const RETRY_WITHIN_MS = 50;

/** The door to the metadata store (docs/architecture.md, "The two doors to data"). */
@Injectable()
export class MetadataStore {
  private readonly rowLocks: KeyedLimiter;
  private readonly changes = new Map<string, number>();

  constructor(
    private readonly connections: TenantConnections,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {
    this.rowLocks = new KeyedLimiter({ perKey: 1, waitMs: connections.contendedMs });
  }

  /** Reads the tenant's rows. @throws 503 when the store cannot be reached */
  read<T>(tenant: Tenant, work: (db: StoreReader) => Promise<T>): Promise<T> {
    return this.guarded(() =>
      work(
        readerOf(
          tenant,
          (operation) => this.connections.operate(tenant, operation),
          (statement) => this.connections.query(tenant, statement),
        ),
      ),
    );
  }

  /**
   * Reads many rows of the tenant from one snapshot, over one connection. At most ten seconds may
   * pass between two statements.
   * @throws 503 when the store cannot be reached
   */
  snapshot<T>(tenant: Tenant, work: (db: StoreReader) => Promise<T>): Promise<T> {
    return this.guarded(() =>
      this.connections.transaction(
        tenant,
        (tx) => work(readerOf(tenant, (operation) => operation(tx.manager), tx.query)),
        'snapshot',
      ),
    );
  }

  /**
   * Runs `work` in one transaction and commits it. After a serialisation failure, a deadlock or a
   * lock timeout it runs again, so it must have no effects outside `tx`.
   * @throws 503 if the store cannot be reached, after three failed attempts, or if too many callers
   *   wait for the same row
   */
  transaction<T>(
    auth: AuthContext,
    work: (tx: UnitOfWork) => Promise<T>,
    { serializeBy: row }: TransactionOptions = {},
  ): Promise<T> {
    if (row === undefined) return this.attempt(auth, work);
    return this.rowLocks
      .run(`${tenantKey(auth)}\n${row}`, () => this.attempt(auth, work))
      .catch(unavailableWithoutSlot(CONTENDED_SECONDS));
  }

  /**
   * How many changes of the tenant this process has acknowledged. As part of a cache key, it makes
   * this process query again after each of them.
   */
  answeredChanges(tenant: Tenant): number {
    return this.changes.get(tenantKey(tenant)) ?? 0;
  }

  /** Call it before the response: a caller with the response must not see an older state. */
  countChange(tenant: Tenant): void {
    this.changes.set(tenantKey(tenant), this.answeredChanges(tenant) + 1);
  }

  async recordAudit(auth: AuthContext, event: AuditEvent): Promise<void> {
    await this.guarded(() => this.connections.query(auth, this.auditRow(auth, event)));
  }

  private async attempt<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.guarded(() =>
          this.connections.transaction(auth, (tx) => work(this.unitOfWork(tx, auth))),
        );
      } catch (error) {
        if (!hasLostRace(error)) throw error;
        if (attempt >= MAX_ATTEMPTS) throw unavailable(error, CONTENDED_SECONDS);
        await delay(randomInt(RETRY_WITHIN_MS));
      } finally {
        // Even after a failure: a COMMIT whose response was lost may have succeeded.
        this.countChange(auth);
      }
    }
  }

  private unitOfWork(tx: TenantTransaction, auth: AuthContext): UnitOfWork {
    const audit = async (event: AuditEvent): Promise<void> =>
      void (await tx.query(this.auditRow(auth, event)));
    return {
      ...readerOf(auth, (operation) => operation(tx.manager), tx.query),
      complete: (reservation, body, headers = {}) => this.complete(tx, reservation, body, headers),
      audit,
      auditDone: (action, metadata) => audit(success(action, metadata)),
      enqueue: (kind, payload, options = {}) =>
        this.jobs.enqueue(kind, payload, options, (text, values) =>
          tx.query({ text, ...(values && { values }) }),
        ),
    };
  }

  private async complete<T extends object>(
    tx: TenantTransaction,
    reservation: Reservation | null,
    body: T,
    headers: Readonly<Record<string, string>>,
  ): Promise<T> {
    if (!reservation) return body;
    const { fingerprint, grant } = reservation;
    const { key, lockToken, keep, effectIn } = grant;
    if (effectIn !== 'metadata')
      throw new Error("The route declares that its effect is in the tenant's store.");
    const kept = keep(body, headers);
    const completed = await tx.query({
      ...COMPLETE_RECORD,
      values: [
        key.clientId,
        key.dataEnv,
        key.operation,
        key.keyHash,
        key.actor,
        lockToken,
        this.clock.now(),
        fingerprint,
        kept.response_status,
        kept.response_headers,
        kept.response_body,
      ],
    });
    if (completed.length === 0) throw reservation.taken();
    reservation.isCompleted = true;
    return body;
  }

  private auditRow(auth: AuthContext, event: AuditEvent): Statement {
    return {
      ...INSERT_AUDIT_EVENT,
      values: [
        auth.clientId,
        auth.dataEnv,
        this.clock.now(),
        event.action,
        event.outcome,
        auth.principal.kind,
        auth.principal.id,
        auth.scope,
        currentRequestId(),
        JSON.stringify(auditMetadata(auth, event)),
      ],
    };
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error)) throw unavailable(error, RETRY_AFTER_SECONDS, METADATA);
      throw error;
    }
  }
}

const readerOf = (
  tenant: Tenant,
  operate: Operate,
  query: <R extends object>(statement: Statement) => Promise<R[]>,
): StoreReader => ({
  repo: (entity) => new ScopedRepository(operate, entity, tenant),
  query: (statement: NamedQuery, values) => query(statementFor(tenant, statement, values)),
});

const hasLostRace = (error: unknown): boolean => classifyDriverError(error)?.kind === 'retry';

// TypeORM throws this after a connection died between two statements of a transaction.
const isUnavailable = (error: unknown): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError || classifyDriverError(error)?.kind === 'unavailable';
