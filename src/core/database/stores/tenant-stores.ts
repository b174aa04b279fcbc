import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { tenantKey, type AuthContext, type DataEnv, type Tenant } from '../../shared/auth-context.js';
import { CATALOGUE } from '../../shared/catalogue.js';
import { classifyDriverError } from '../driver/driver-errors.js';
import { PlatformError, reasonOf, unavailable } from '../../shared/platform-error.js';
import { currentStoreUse } from '../../shared/request-context.js';
import { RETRY_AFTER_SECONDS } from '../driver/store-breaker.js';
import type { BoundQuery, NamedQuery } from '../unit-of-work/named-query.js';
import type { StoreReader, TransactionOptions, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import type { LeasedConnection } from './leased-connection.js';
import { runLeased, type Entry } from './leased-work.js';
import {
  CONTENDED_SECONDS,
  CONTENDED_WAIT_MS,
  KeyedLimiter,
  unavailableWithoutSlot,
  type ReleaseSlot,
} from '../../shared/keyed-limiter.js';
import { StoreRegistry } from './store-registry.js';
import { TenantRoutes } from './tenant-routes.service.js';
import { TenantStore } from './tenant-store.js';
import { tenantUnitOfWork } from './tenant-unit-of-work.js';
import { isRefusedByMove, type Mode } from './transaction-opening.js';
import { Clock } from '../../time/clock.js';

type Work<T> = (db: StoreReader) => Promise<T>;

type Query = NamedQuery & Partial<BoundQuery>;

interface ReadOptions {
  /**
   * For aggregates that may exceed a dead store's deadline; the breaker pings the store in the
   * meantime. Beyond the limit of such reads, it counts as an ordinary read.
   */
  readonly isLong?: boolean;
}

const MAX_ATTEMPTS = 3;

// A move delays writers by at most two seconds; after that, they are told to try again.
const MOVE_WAIT_MS = 2_500;
// A lookup of the route takes a millisecond.
const MOVE_POLL_MS = 50;

// An analysis waits while earlier ones finish. If none does, waiting and responding together stay
// within the 1.2 s of a dead store.
const ANALYSIS_WAIT = { waitMs: 5_000, stallMs: 250 };

/**
 * Access to call data (docs/architecture.md, "The two doors to data"): finds the tenant's store,
 * leases a connection and binds a transaction to the tenant. Row-level security compares every row
 * with that binding, so a forgotten filter returns nothing.
 */
@Injectable()
export class TenantStores {
  private readonly logger = new Logger(TenantStores.name);
  // Half of the connections for one tenant's analyses, so that its neighbours find the others free.
  private readonly analyses: KeyedLimiter;
  private readonly rowLocks = new KeyedLimiter({ perKey: 1, waitMs: CONTENDED_WAIT_MS });

  constructor(
    private readonly routes: TenantRoutes,
    private readonly registry: StoreRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    const perKey = Math.max(1, Math.floor(settings.tenantStores.poolMax / 2));
    this.analyses = new KeyedLimiter({ perKey, ...ANALYSIS_WAIT });
  }

  /**
   * Runs `work` in a read-only transaction of the tenant's store; a lone statement takes one round
   * trip.
   * @throws 500 without a route (access 4.10), 503 when the store does not answer in time
   */
  read<R extends object>(auth: AuthContext, query: Query, options?: ReadOptions): Promise<R[]>;
  read<T>(auth: AuthContext, work: Work<T>, options?: ReadOptions): Promise<T>;
  read(
    auth: AuthContext,
    queryOrWork: Query | Work<unknown>,
    { isLong = false }: ReadOptions = {},
  ): Promise<unknown> {
    const isSingleStatement = typeof queryOrWork !== 'function';
    const work: Work<unknown> = isSingleStatement ? (db) => db.query(queryOrWork) : queryOrWork;
    const entry = { tenant: auth, mode: 'read', isSingleStatement, work } as const;
    if (isLong) return this.enterLong(entry);
    return this.enter({ ...entry, deadlineMs: this.settings.tenantStores.readDeadlineMs });
  }

  /**
   * Queries each store once about several clients of one environment, all stores concurrently. The
   * statement names `*_of_clients` views, which show only the rows of the given clients, as $1 (an
   * array) and $2; tables show none.
   * @returns rows, and the clients whose store has answered
   */
  async readAcross<R extends object>(
    clientIds: readonly string[],
    dataEnv: DataEnv,
    query: BoundQuery,
  ): Promise<{ readonly rows: readonly R[]; readonly answered: ReadonlySet<string> }> {
    const routes = await this.routes.byStore(clientIds, dataEnv);
    const answers = await Promise.all(
      [...routes].map(async ([storeId, clients]) => {
        try {
          return { rows: await this.ofClients<R>(storeId, clients, dataEnv, query), clients };
        } catch (error) {
          // An error of the statement does not mean that the store did not answer.
          if (classifyDriverError(error)?.kind !== 'unavailable') throw error;
          this.logger.warn({
            msg: 'a tenant store does not answer',
            store: storeId,
            reason: reasonOf(error),
          });
          return { rows: [], clients: [] };
        }
      }),
    );
    return {
      rows: answers.flatMap(({ rows }) => rows),
      answered: new Set(answers.flatMap(({ clients }) => clients)),
    };
  }

  private async ofClients<R extends object>(
    storeId: string,
    clients: readonly string[],
    dataEnv: DataEnv,
    query: BoundQuery,
  ): Promise<R[]> {
    const store = this.registry.get(storeId);
    if (!store) throw new PlatformError(CATALOGUE.tenantRouteMissing);
    const { readDeadlineMs } = this.settings.tenantStores;
    const entry: Entry<R[]> = {
      tenant: { clientId: clients.join('\n'), dataEnv },
      mode: 'read',
      isSingleStatement: true,
      deadlineMs: readDeadlineMs,
      work: (db) => db.query<R>({ ...query, ofStore: true }, [clients, dataEnv, ...query.values]),
    };
    return store.execute(() => runLeased(store, entry, readDeadlineMs));
  }

  /**
   * Waits for a read slot for `stream`; the caller gives the slot back.
   * @param signal ends the wait
   * @throws NoSlotError when none becomes free in time; 500 without a route
   */
  async acquireStreamSlot(auth: AuthContext, signal: AbortSignal): Promise<ReleaseSlot> {
    const store = await this.storeOf(auth, 'read');
    return store.longReads.acquire(tenantKey(auth), signal);
  }

  /**
   * As `read`, for rows that are sent on while they are read (`db.copy`); needs a slot. The
   * deadline includes the receiver's time; work that has no receiver throws.
   * @param leave gives the slot back; called as soon as the connection is free again
   * @param deadlineMs for the whole stream
   * @throws 500 without a route, 503 when the store is dead or the time is over
   */
  stream<T>(
    auth: AuthContext,
    leave: ReleaseSlot,
    deadlineMs: number,
    work: (db: LeasedConnection) => Promise<T>,
  ): Promise<T> {
    const entry = { tenant: auth, mode: 'read', deadlineMs, work } as const;
    return this.enter({ ...entry, isSlow: true, isStream: true }).finally(leave);
  }

  /**
   * Runs `work` in a transaction of the tenant's store and commits it. After a deadlock or
   * serialisation failure it runs again, so it must do nothing outside of `tx`.
   * @throws 500 without a route, 503 when the store does not answer in time, or when too many wait
   * for the same row
   */
  transaction<T>(
    auth: AuthContext,
    work: (tx: UnitOfWork) => Promise<T>,
    { serializeBy: row }: TransactionOptions = {},
  ): Promise<T> {
    const attempt = (): Promise<T> =>
      this.attempt(auth, (db) => work(tenantUnitOfWork(db, auth, this.clock)));
    if (row === undefined) return attempt();
    return this.rowLocks
      .run(`${tenantKey(auth)}\n${row}`, attempt)
      .catch(unavailableWithoutSlot(CONTENDED_SECONDS));
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
    const store = await this.storeOf(entry.tenant, 'read');
    return this.analyses
      .run(tenantKey(entry.tenant), () => {
        const leave = store.tryLongRead(entry.tenant);
        return leave === null
          ? this.enter({ ...entry, deadlineMs: readDeadlineMs })
          : this.enter({ ...entry, deadlineMs: analysisDeadlineMs, isSlow: true }).finally(leave);
      })
      .catch(unavailableWithoutSlot(RETRY_AFTER_SECONDS));
  }

  /** A write of a moving tenant waits for the new route, which arrives within two seconds. */
  private async enter<T>(entry: Entry<T>): Promise<T> {
    const waitsUntil = performance.now() + MOVE_WAIT_MS;
    for (;;) {
      try {
        return await this.enterOnce(entry);
      } catch (error) {
        if (!isRefusedByMove(error)) throw error;
        if (performance.now() > waitsUntil) throw unavailable(error, RETRY_AFTER_SECONDS);
      }
      await delay(MOVE_POLL_MS);
      await this.routes.renew(entry.tenant);
    }
  }

  private async enterOnce<T>(entry: Entry<T>): Promise<T> {
    const store = await this.storeOf(entry.tenant, entry.mode);
    try {
      return await store.execute(() => runLeased(store, entry, this.settings.tenantStores.readDeadlineMs));
    } catch (error) {
      if (classifyDriverError(error)?.kind === 'unavailable')
        throw unavailable(error, RETRY_AFTER_SECONDS, store.storeId);
      throw error;
    }
  }

  private async storeOf(tenant: Tenant, mode: Mode): Promise<TenantStore> {
    const storeId = await this.routes.storeOf(tenant).catch((error: unknown) => {
      throw classifyDriverError(error)?.kind === 'unavailable' ? unavailable(error) : error;
    });
    const store = storeId === null ? await this.storeWithout(tenant, mode) : this.registry.get(storeId);
    if (!store) throw new PlatformError(CATALOGUE.tenantRouteMissing);
    const use = currentStoreUse();
    if (use) use.storeId = store.storeId;
    return store;
  }

  /**
   * For a client in setup: reads return no rows, and no store accepts writes (access 4.12).
   * @returns null for a tenant that should have a route
   */
  private async storeWithout(tenant: Tenant, mode: Mode): Promise<TenantStore | null> {
    if (!(await this.routes.isProvisioning(tenant))) return null;
    if (mode === 'write') throw new PlatformError(CATALOGUE.clientProvisioning);
    return this.registry.any();
  }
}
