import type { Type } from '@nestjs/common';
import { Pool, type Client, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { connectFailureOf } from '../driver/driver-errors.js';
import { LoggableError } from '../../shared/platform-error.js';
import { tenantKey, type Tenant } from '../../shared/auth-context.js';
import { KeyedLimiter, type ReleaseSlot } from '../../shared/keyed-limiter.js';
import { onConnect } from '../driver/new-connection.js';
import { destroySocket } from '../driver/socket-of.js';
import { StoreBreaker, type StoreGauge } from '../driver/store-breaker.js';
import { StoreDeadlineError, withDeadline } from '../../shared/deadline.js';
import { timed } from '../../shared/tracing/timed.js';
import { openDataSource } from './store-data-source.js';
import { prepareOpening } from './transaction-opening.js';

export interface StoreLimits {
  readonly poolMax: number;
  readonly acquireMs: number;
  readonly pingMs: number;
}

// An export of ordinary size reads for less than a second; a tenant's third waits for one of two.
const LONG_READ_WAIT_MS = 5_000;

// A full pool must respond first, or it would look like a store that does not answer.
const POOL_HEAD_START_MS = 50;

/** Refuses a role that could bypass row-level security. */
const ROLE_CHECK = `
  SELECT r.rolsuper OR r.rolbypassrls
      OR EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(current_user, c.relowner, 'USAGE'))
      AS may_bypass
    FROM pg_roles r WHERE r.rolname = current_user`;

/** A tenant store: its DataSource, its pool of connections and its breaker, shared by its tenants. */
export class TenantStore {
  private readonly pool: Pool;
  private readonly breaker: StoreBreaker;
  /** Slots for exports and analyses. The other connections stay for short reads of all tenants. */
  readonly longReads: KeyedLimiter;
  private readonly longReadsAtOnce: number;
  /** Created synchronously and ready within milliseconds, without a query to the store. */
  readonly dataSource: Promise<DataSource>;

  constructor(
    readonly storeId: string,
    url: string,
    private readonly limits: StoreLimits,
    entities: Type[],
  ) {
    this.dataSource = openDataSource(url, entities);
    // One tenant may use half of those, so its slow reads leave the rest to its neighbours.
    this.longReadsAtOnce = Math.max(1, Math.floor(limits.poolMax / 2));
    this.longReads = new KeyedLimiter({
      perKey: Math.max(1, Math.floor(this.longReadsAtOnce / 2)),
      total: this.longReadsAtOnce,
      waitMs: LONG_READ_WAIT_MS,
    });
    this.pool = new Pool({
      connectionString: url,
      max: limits.poolMax,
      application_name: 'telephony-platform',
      connectionTimeoutMillis: limits.acquireMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // Sends the statements of one read together instead of one after another.
      pipeline: true,
      // The pool only bounds the handshake; without this, a store that freezes right after it would
      // be waited for forever.
      onConnect: onConnect({
        // Statement timeouts are set per transaction; this one ends sessions whose process has
        // died.
        timeouts: () => ({ idle_in_transaction_session_timeout: 30_000 }),
        prepare,
        withinMs: limits.acquireMs,
      }),
    });
    // An idle connection that dies is replaced at its next use; without a listener it would end the
    // process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('release', (error, client) => error && destroySocket(client));
    this.breaker = new StoreBreaker(storeId, this.pool, () => this.acquire());
  }

  async acquire(): Promise<PoolClient> {
    const connecting = this.pool.connect();
    try {
      const withinMs = this.limits.acquireMs + POOL_HEAD_START_MS;
      return await timed('poolMs', () => withDeadline(connecting, withinMs));
    } catch (error) {
      if (error instanceof StoreDeadlineError) {
        connecting.then((late) => late.release()).catch(() => undefined);
      }
      throw connectFailureOf(this.storeId, error);
    }
  }

  /** A slot for a long read, or null if all are taken or an export is waiting for one. */
  tryLongRead(tenant: Tenant): ReleaseSlot | null {
    return this.longReads.waiting === 0
      ? this.longReads.tryAcquire(tenantKey(tenant), this.longReadsAtOnce)
      : null;
  }

  /**
   * Runs work unless the breaker is open.
   * @throws StoreShutError while the store counts as dead
   */
  execute<T>(work: () => Promise<T>): Promise<T> {
    return this.breaker.execute(work);
  }

  /** Fails when the store does not answer. A pool whose connections are all in use is healthy. */
  async ping(): Promise<void> {
    const isFull = this.pool.idleCount === 0 && this.pool.totalCount >= this.limits.poolMax;
    const { pingMs } = this.limits;
    if (!isFull) await withDeadline(this.breaker.probe(pingMs), pingMs);
  }

  gauge(): StoreGauge {
    return this.breaker.gauge();
  }

  close(): Promise<void> {
    this.breaker.close();
    return this.pool.end();
  }
}

async function prepare(client: Client): Promise<void> {
  await verifyRole(client);
  await prepareOpening(client);
}

async function verifyRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ may_bypass: boolean }>(ROLE_CHECK);
  if (rows[0]?.may_bypass !== false) {
    throw new LoggableError(
      'The tenant store login may bypass row-level security; use a login that is a member only of telephony_app.',
    );
  }
}
