import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { AuditEvent } from '../audit/audit-event.js';
import type { AuthContext } from '../auth/auth-context.js';
import { classifyDriverError } from '../errors/driver-errors.js';
import { CATALOGUE } from '../errors/catalogue.js';
import { PlatformError, unavailable } from '../errors/platform-error.js';
import { currentRequestId } from '../http/request-context.js';
import { COMPLETE } from '../idempotency/idempotency.queries.js';
import type { Reservation } from '../idempotency/reservation.js';
import { keptAnswer } from '../idempotency/stored-answer.js';
import { JobQueue } from '../jobs/job-queue.js';
import type { StoreReader, UnitOfWork } from '../kernel/unit-of-work.js';
import { Clock } from '../time/clock.js';
import { RETRY_AFTER_SECONDS } from '../tenancy/store-breaker.js';
import type { NamedQuery } from '../tenancy/store-client.js';
import { SemaphoreTimeoutError, TenantSemaphore } from '../tenancy/tenant-semaphore.js';
import { AuditEventEntity } from './entities/audit-event.entity.js';
import { ScopedRepository } from './scoped-repository.js';

// A transaction that lost a race is run again from its start; three losses in a row mean a hot spot to mend,
// not one to wait out.
const MAX_ATTEMPTS = 3;

// Others hold the row; after a second they are gone.
const CONTENDED_SECONDS = 1;

// Who waits for a row of a tenant's waits in this process, where waiting holds no connection: a project that a hundred
// people edit at once would otherwise take all of them, and those of other requests.
const AT_ONCE_IN_TURN = 1;

// A piece of such work takes some 20 ms: a request that has waited this long is behind hundreds of others, and should come
// back.
const TURN_MS = 5_000;

// Two that met once would meet again if both started again at once.
const RETRY_WITHIN_MS = 50;

/** The door to the metadata store (docs/architecture.md, "The two doors to data"). */
@Injectable()
export class MetadataStore {
  private readonly turns = new TenantSemaphore(AT_ONCE_IN_TURN, TURN_MS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Reads the tenant's rows. @throws 503 when the store cannot be reached */
  read<T>(auth: AuthContext, work: (db: StoreReader) => Promise<T>): Promise<T> {
    const manager = this.dataSource.manager;
    return this.guarded(() => work(this.reader(manager, auth)));
  }

  /**
   * Runs `work` in one transaction and commits it. On a serialisation failure, a deadlock or a lock that
   * is not to be had, the whole of `work` runs again, so it must do nothing outside of `tx`.
   * @throws 503 when the store cannot be reached, or when three attempts have lost
   */
  async transaction<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.guarded(() =>
          this.dataSource.transaction((manager) => work(this.bind(manager, auth))),
        );
      } catch (error) {
        if (!hasLostRace(error)) throw error;
        if (attempt >= MAX_ATTEMPTS) throw unavailable(error, CONTENDED_SECONDS);
        await delay(randomInt(RETRY_WITHIN_MS));
      }
    }
  }

  /**
   * As `transaction`, for work that waits for a row which other work of the tenant holds, such as its project's: in this
   * process one piece of it follows the other, and a request that waits for its turn holds no connection.
   * @throws 503 also when too many others are waiting
   */
  async serializedTransaction<T>(auth: AuthContext, work: (tx: UnitOfWork) => Promise<T>): Promise<T> {
    try {
      return await this.turns.run(auth, () => this.transaction(auth, work));
    } catch (error) {
      throw error instanceof SemaphoreTimeoutError ? unavailable(error, CONTENDED_SECONDS) : error;
    }
  }

  /** Shorthand for a unit of work that is one audit row. */
  async recordAudit(auth: AuthContext, event: AuditEvent): Promise<void> {
    await this.guarded(() => this.insertAudit(this.dataSource.manager, auth, event));
  }

  private bind(manager: EntityManager, auth: AuthContext): UnitOfWork {
    return {
      ...this.reader(manager, auth),
      complete: (reservation, body, headers = {}) => this.complete(manager, reservation, body, headers),
      audit: (event) => this.insertAudit(manager, auth, event),
      enqueue: (job, payload) =>
        this.jobs.enqueue(job, payload, (text, values) => manager.query<unknown[]>(text, values)),
    };
  }

  private reader(manager: EntityManager, auth: AuthContext): StoreReader {
    return {
      repo: (entity) => new ScopedRepository(manager, entity, auth),
      query: async <R extends object>(statement: NamedQuery, values: readonly unknown[] = []) =>
        rowsOf<R>(await manager.query<unknown[]>(statement.text, [auth.clientId, auth.dataEnv, ...values])),
    };
  }

  private async complete<T extends object>(
    manager: EntityManager,
    reservation: Reservation | null,
    body: T,
    headers: Readonly<Record<string, string>>,
  ): Promise<T> {
    if (!reservation) return body;
    const { key, lockToken, status, fingerprint, sealing } = reservation;
    const kept = keptAnswer(key, { status, headers, body: JSON.stringify(body) }, sealing);
    const result = await manager.query<unknown[]>(COMPLETE, [
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
    ]);
    if (rowsOf(result).length === 0)
      throw new PlatformError(CATALOGUE.duplicateRequest, { retryAfterSeconds: 1 });
    reservation.isCompleted = true;
    return body;
  }

  private async insertAudit(manager: EntityManager, auth: AuthContext, event: AuditEvent): Promise<void> {
    await manager.getRepository(AuditEventEntity).insert({
      clientId: auth.clientId,
      dataEnv: auth.dataEnv,
      occurredAt: this.clock.now(),
      action: event.action,
      outcome: event.outcome,
      actorKind: auth.principal.kind,
      actorId: auth.principal.id,
      scope: auth.scope,
      requestId: currentRequestId(),
      metadata: { ...event.metadata },
    });
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error)) throw unavailable(error, RETRY_AFTER_SECONDS);
      throw error;
    }
  }
}

// TypeORM answers an UPDATE or DELETE with its rows and their number, everything else with its rows.
const rowsOf = <R extends object>(result: unknown[]): R[] =>
  Array.isArray(result[0]) ? (result[0] as R[]) : (result as R[]);

const hasLostRace = (error: unknown): boolean => classifyDriverError(error)?.kind === 'retry';

// A connection that dies between two statements of a transaction is taken away by TypeORM, which then says this.
const isUnavailable = (error: unknown): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError || classifyDriverError(error)?.kind === 'unavailable';
