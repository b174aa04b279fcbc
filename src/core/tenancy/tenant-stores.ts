import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { SETTINGS } from '../../config/settings.js';
import type { Settings } from '../../config/settings.js';
import type { AuthContext, Tenant } from '../kernel/auth-context.js';
import { CATALOGUE } from '../kernel/catalogue.js';
import { classifyDriverError } from '../errors/driver-errors.js';
import { PlatformError, unavailable } from '../kernel/platform-error.js';
import { RETRY_AFTER_SECONDS } from '../stores/store-breaker.js';
import type { NamedQuery } from '../kernel/named-query.js';
import type { StoreReader, TransactionOptions, UnitOfWork } from '../kernel/unit-of-work.js';
import { LeasedConnection } from './leased-connection.js';
import type { ReleaseSlot } from '../kernel/keyed-slots.js';
import { RowLockQueue } from '../stores/row-lock-queue.js';
import { StoreDeadlineError, withDeadline, withHeartbeat } from '../kernel/deadline.js';
import { StoreRegistry } from './store-registry.js';
import { TenantRoutes } from './tenant-routes.service.js';
import { TenantStore } from './tenant-store.js';
import { tenantUnitOfWork } from './tenant-unit-of-work.js';
import { Clock } from '../time/clock.js';
import { SemaphoreTimeoutError, TenantSemaphore } from '../kernel/tenant-semaphore.js';
import { openingOf, readOneOpening, readOpening } from './transaction-opening.js';
import type { Mode } from './transaction-opening.js';

type Work<T> = (db: StoreReader) => Promise<T>;

/** How a piece of work is let in. */
interface Entry<T> {
  readonly tenant: Tenant;
  readonly mode: Mode;
  readonly deadlineMs: number;
  readonly work: (db: LeasedConnection) => Promise<T>;
  /** Whether it may rightly be slow: the store is then asked meanwhile whether it is alive. */
  readonly isPatient?: boolean;
  /** Whether it is one statement and no more: a transaction by itself. */
  readonly isOne?: boolean;
  /** Whether the connection has to be free again before anyone hears of the end. */
  readonly isStream?: boolean;
}

const MAX_ATTEMPTS = 3;

// The caller gives up this much before the deadline, so that the answer is in time even on a busy machine.
const ANSWER_MS = 100;
// The server cancels a statement this much before its caller gives up: a caller that still gets no answer then is
// facing a dead store and not a slow query, which is what the breaker needs to tell apart.
const SERVER_HEAD_START_MS = 100;

// Opening a transaction is nothing but a round trip. Less time than this may be left after a wait for a
// busy pool, and then silence says nothing about the store.
const TELLING_SILENCE_MS = 300;

// A free connection is leased within this, also on a busy machine. Where it took longer, opening has a round trip of its
// own, with what is left of the time: a slow first statement could not be told from a dead store.
const AT_ONCE_MS = 100;

// Behind an answer that the caller has already; a connection that is not in order by then is given up.
const SETTLE_MS = 1_000;

// An export of ordinary size reads for less than a second; a tenant's third waits for one of the first two.
const PLACE_MS = 5_000;

// A sum waits for its turn as long as those before it get done, however many they are, and no longer than callers wait.
// When none gets done any more, the rest is still within the 1.2 s of a store that is no use.
const TURN_MS = 5_000;
const STANDSTILL_MS = 250;

// Most sums are there long before; those that are not cost the store a `SELECT 1` each time.
const ASK_EVERY_MS = 500;
// An answer that is owed for less is no reason to ask; with the next question half a second later, and 300 ms for its
// answer, a dead store is still known within 1.2 s.
const OWED_MS = 250;

/**
 * The door to call data (docs/architecture.md, "The two doors to data"). It finds the tenant's store, leases a connection,
 * opens a transaction and binds the tenant to it; row-level security below compares every row with that
 * binding, so that a forgotten filter returns nothing.
 */
@Injectable()
export class TenantStores {
  // Half of the connections to the sums of one tenant: its neighbours on the store find the others free.
  private readonly sums: TenantSemaphore;
  private readonly rowLocks = new RowLockQueue();

  constructor(
    private readonly routes: TenantRoutes,
    private readonly registry: StoreRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.sums = new TenantSemaphore(
      Math.max(1, Math.floor(settings.tenantStores.poolMax / 2)),
      TURN_MS,
      STANDSTILL_MS,
    );
  }

  /**
   * Runs `work` in a read-only transaction of the tenant's store.
   * @throws 500 without a route (access 4.10), 503 when the store does not answer in time
   */
  read<T>(auth: AuthContext, work: Work<T>): Promise<T> {
    const { readDeadlineMs: deadlineMs } = this.settings.tenantStores;
    return this.enter({ tenant: auth, mode: 'read', deadlineMs, work });
  }

  /**
   * As `read`, of one statement, which is a transaction by itself: one round trip, and nothing to commit.
   * @throws as `read`
   */
  readOne<R extends object>(auth: AuthContext, query: NamedQuery, values?: readonly unknown[]): Promise<R[]> {
    const { readDeadlineMs: deadlineMs } = this.settings.tenantStores;
    return this.enter({
      tenant: auth,
      mode: 'read',
      deadlineMs,
      isOne: true,
      work: (db) => db.query<R>(query, values),
    });
  }

  /**
   * As `read`, for sums over so many calls that they may take longer than a dead store may: the store is asked
   * meanwhile whether it is alive. Where too many such reads are under way already, it is a read like others.
   * @throws 500 without a route, 503 when the store is dead or the sums take too long
   */
  readLong<T>(auth: AuthContext, work: Work<T>): Promise<T> {
    return this.enterLong({ tenant: auth, mode: 'read', work });
  }

  /**
   * As `readLong`, of one statement, as `readOne` has it.
   * @throws as `readLong`
   */
  readOneLong<R extends object>(
    auth: AuthContext,
    query: NamedQuery,
    values?: readonly unknown[],
  ): Promise<R[]> {
    return this.enterLong({
      tenant: auth,
      mode: 'read',
      isOne: true,
      work: (db) => db.query<R>(query, values),
    });
  }

  /**
   * Takes a place for `stream`, or waits a while for one. The caller gives it back.
   * @param signal ends the waiting
   * @throws NoSlotError when none becomes free in time; 500 without a route
   */
  async acquireStreamSlot(auth: AuthContext, signal: AbortSignal): Promise<ReleaseSlot> {
    const store = await this.storeOf(auth);
    return store.longReads.acquireSlot(auth, PLACE_MS, signal);
  }

  /**
   * As `read`, for rows that are handed on while they are read, piece by piece (`db.batches`). The time that those
   * take who receive them counts. Work that has no receiver left just throws. It stands under a place.
   * @param leave gives the place back; called as soon as the connection is free again
   * @param deadlineMs for all of it
   * @throws 500 without a route, 503 when the store is dead or the time is over
   */
  stream<T>(
    auth: AuthContext,
    leave: ReleaseSlot,
    deadlineMs: number,
    work: (db: LeasedConnection) => Promise<T>,
  ): Promise<T> {
    const entry = { tenant: auth, mode: 'read', deadlineMs, work } as const;
    return this.enter({ ...entry, isPatient: true, isStream: true }).finally(leave);
  }

  /**
   * Runs `work` in a transaction of the tenant's store and commits it; run again from its start after a
   * deadlock or serialisation failure, so it must do nothing outside of `tx`.
   * @throws 500 without a route, 503 when the store does not answer in time, or when too many wait for the same turn
   */
  transaction<T>(
    auth: AuthContext,
    work: (tx: UnitOfWork) => Promise<T>,
    { turn }: TransactionOptions = {},
  ): Promise<T> {
    return this.rowLocks.run(auth, turn, () =>
      this.attempt(auth, (db) => work(tenantUnitOfWork(db, auth, this.clock))),
    );
  }

  private async attempt<T>(auth: AuthContext, work: (db: LeasedConnection) => Promise<T>): Promise<T> {
    const { writeDeadlineMs: deadlineMs } = this.settings.tenantStores;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.enter({ tenant: auth, mode: 'write', deadlineMs, work });
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || classifyDriverError(error)?.kind !== 'retry') throw error;
      }
    }
  }

  private async enterLong<T>(entry: Omit<Entry<T>, 'deadlineMs'>): Promise<T> {
    const { readDeadlineMs, analysisDeadlineMs } = this.settings.tenantStores;
    const store = await this.storeOf(entry.tenant);
    try {
      return await this.sums.run(entry.tenant, () => {
        const leave = store.longReads.tryAcquireSlot(entry.tenant);
        return leave === null
          ? this.enter({ ...entry, deadlineMs: readDeadlineMs })
          : this.enter({ ...entry, deadlineMs: analysisDeadlineMs, isPatient: true }).finally(leave);
      });
    } catch (error) {
      throw error instanceof SemaphoreTimeoutError ? unavailable(error, RETRY_AFTER_SECONDS) : error;
    }
  }

  private async enter<T>(entry: Entry<T>): Promise<T> {
    const store = await this.storeOf(entry.tenant);
    try {
      return await store.execute(() => this.lease(store, entry));
    } catch (error) {
      if (classifyDriverError(error)?.kind === 'unavailable') throw unavailable(error, RETRY_AFTER_SECONDS);
      throw error;
    }
  }

  private async storeOf(tenant: Tenant): Promise<TenantStore> {
    const storeId = await this.routes.storeOf(tenant).catch((error: unknown) => {
      throw classifyDriverError(error)?.kind === 'unavailable' ? unavailable(error) : error;
    });
    const store = storeId === null ? null : this.registry.get(storeId);
    if (!store) throw new PlatformError(CATALOGUE.tenantRouteMissing);
    return store;
  }

  private async lease<T>(store: TenantStore, entry: Entry<T>): Promise<T> {
    const started = performance.now();
    const source = await store.dataSource;
    const client = await store.acquire();
    const connection = new LeasedConnection(client, entry.tenant, source);
    const { timeoutMs, statementMs } = limitsOf(entry.deadlineMs);
    try {
      await this.open(connection, client, entry, performance.now() - started);
      const remaining = Math.max(50, timeoutMs - (performance.now() - started));
      const isSilent = (): boolean => connection.silentMs() >= statementMs;
      const running = perform(connection, entry);
      const result = await (entry.isPatient
        ? withHeartbeat(running, ASK_EVERY_MS, remaining, async () => {
            // A store that answers is alive, and work that waits for a slow receiver says nothing about it.
            if (connection.silentMs() >= OWED_MS) await store.ping();
          })
        : withDeadline(running, remaining, isSilent));
      connection.end();
      if (commitsFirst(entry) || !connection.isOpen) client.release();
      else void giveBack(client, 'COMMIT');
      return result;
    } catch (error) {
      connection.end();
      // The caller has waited long enough: the connection is brought in order behind the answer.
      if (error instanceof StoreDeadlineError || connection.isBroken) client.release(true);
      else if (!connection.isOpen) client.release();
      else void giveBack(client, 'ROLLBACK');
      throw error;
    }
  }

  /** Opens the transaction, or leaves that to the first statement. */
  private async open(
    connection: LeasedConnection,
    client: PoolClient,
    { tenant, mode, deadlineMs, isOne, isStream }: Entry<unknown>,
    spentMs: number,
  ): Promise<void> {
    const { statementMs } = limitsOf(deadlineMs);
    if (mode === 'read' && !isStream && spentMs < AT_ONCE_MS) {
      if (isOne) connection.openOneWith(readOneOpening(tenant, statementMs));
      else connection.openWith(readOpening(tenant, statementMs));
      return;
    }
    // Connecting and the first answer share one bound, however long the work itself may take: a store that
    // accepts and then stays silent must not hold a writer for its long deadline.
    const { timeoutMs: openWithinMs } = limitsOf(this.settings.tenantStores.readDeadlineMs);
    const openMs = Math.max(50, openWithinMs - spentMs);
    await withDeadline(
      client.query(openingOf(tenant, mode, statementMs)),
      openMs,
      () => openMs >= TELLING_SILENCE_MS,
    );
  }
}

/** What was read stays true, however its transaction ends: the caller need not wait for that. */
const commitsFirst = ({ mode, isStream = false }: Entry<unknown>): boolean => mode === 'write' || isStream;

async function perform<T>(connection: LeasedConnection, entry: Entry<T>): Promise<T> {
  const result = await entry.work(connection);
  if (commitsFirst(entry)) await connection.commit();
  return result;
}

/** How long a caller waits in all and a statement may run; short deadlines keep half of themselves. */
function limitsOf(deadlineMs: number): { timeoutMs: number; statementMs: number } {
  const timeoutMs = deadlineMs - Math.min(ANSWER_MS, deadlineMs / 4);
  return { timeoutMs, statementMs: Math.floor(timeoutMs - Math.min(SERVER_HEAD_START_MS, deadlineMs / 4)) };
}

/** Ends the transaction and gives the connection back, if that brings it to a known state. Never throws. */
async function giveBack(client: PoolClient, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await withDeadline(client.query(end), SETTLE_MS);
    client.release();
  } catch {
    client.release(true);
  }
}
