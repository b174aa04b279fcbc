import {
  BrokenCircuitError,
  CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import { Pool, PoolClient } from 'pg';
import { describeFault } from '../errors/driver-errors.js';
import { Diagnosis } from '../errors/platform-error.js';
import { StoreDeadlineError, withDeadline } from './store-client.js';

export interface StoreLimits {
  readonly poolMax: number;
  /** Longest wait for a connection, new or freed. */
  readonly acquireMs: number;
}

// Three failures in a row are a dead store rather than a lost packet; the store is then probed every second, so
// that a healed store is back well within the three seconds of the fault targets.
const BREAKER_FAILURES = 3;
const PROBE_EVERY_MS = 1000;

// What a living store needs for `SELECT 1`, many times over; with the connecting it stays inside 1.2 s.
const PROBE_MS = 200;

// A living store answers in milliseconds, on a busy machine in tens of them; with the time a slow read has been left
// alone before, a dead one is still known within 1.2 s.
const SIGN_OF_LIFE_MS = 300;

// The pool itself says first that it is full: that is not to be mistaken for a store that does not answer.
const POOL_HEAD_START_MS = 50;

// pg's own words when every connection is leased: the store is busy, not dead.
const POOL_WAIT_TIMEOUT = 'timeout exceeded when trying to connect';

/** The role check every new connection passes: a role that could step around row-level security is refused. */
const ROLE_CHECK = `
  SELECT r.rolsuper OR r.rolbypassrls
      OR EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(current_user, c.relowner, 'USAGE'))
      AS may_bypass
    FROM pg_roles r WHERE r.rolname = current_user`;

/** One tenant store: its pool of connections and the breaker before it. Shared by all tenants routed to it. */
export class TenantStore {
  private readonly pool: Pool;
  private probing: NodeJS.Timeout | undefined;
  private longReads = 0;
  readonly breaker: CircuitBreakerPolicy;

  constructor(
    readonly storeId: string,
    url: string,
    private readonly limits: StoreLimits,
  ) {
    this.pool = new Pool({
      connectionString: url,
      max: limits.poolMax,
      application_name: 'telephony-platform',
      connectionTimeoutMillis: limits.acquireMs,
      idleTimeoutMillis: 30_000,
      // Statement timeouts are set per transaction; this one ends sessions whose process has vanished.
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      // The pool bounds the handshake alone; a store that freezes right after it would be waited for for ever.
      verify: (client, done) =>
        void withDeadline(verifyRole(client), limits.acquireMs).then(
          () => done(),
          (error: unknown) => done(error as Error),
        ),
    });
    // An idle connection that dies is replaced at its next use; without a listener it would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.breaker = circuitBreaker(handleWhen(speaksOfADeadStore), {
      halfOpenAfter: PROBE_EVERY_MS / 2,
      breaker: new ConsecutiveBreaker(BREAKER_FAILURES),
    });
    this.breaker.onBreak(() => {
      this.dropIdle();
      this.probeSoon();
    });
  }

  /** Connects, or waits for a connection to be freed; not longer than the acquire limit. */
  async acquire(): Promise<PoolClient> {
    const connecting = this.pool.connect();
    try {
      return await withDeadline(connecting, this.limits.acquireMs + POOL_HEAD_START_MS);
    } catch (error) {
      if (error instanceof StoreDeadlineError) {
        connecting.then((late) => late.release()).catch(() => undefined);
      }
      throw isKnown(error) ? error : new StoreRefusedError(error);
    }
  }

  /**
   * Runs work behind the breaker. While it is open everybody is refused at once, and no request is ever the one
   * that finds out whether the store is back: that is asked in the background.
   * @throws BrokenCircuitError while the store is taken for dead
   */
  async execute<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new BrokenCircuitError();
    return this.breaker.execute(work);
  }

  /** Asks the store for a sign of life in a moment, and again until it gives one. */
  private probeSoon(): void {
    clearTimeout(this.probing);
    this.probing = setTimeout(() => {
      this.breaker
        .execute(() => this.probe())
        .catch(() => {
          if (this.isOpen) this.probeSoon();
        });
    }, PROBE_EVERY_MS).unref();
  }

  /** What was connected before the store died may hang for ever: each would cost a probe of its own. */
  private dropIdle(): void {
    for (let left = this.pool.idleCount; left > 0; left -= 1) {
      this.pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      );
    }
  }

  private async probe(): Promise<void> {
    const client = await this.acquire();
    try {
      await withDeadline(client.query('SELECT 1'), PROBE_MS);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
  }

  /**
   * Takes a place for a read that may take long. Half of the connections may be at such reads: the others stay for
   * the quick ones, of all tenants of this store.
   * @returns what gives the place back; null when there is none
   */
  takeLongRead(): (() => void) | null {
    if (this.longReads >= Math.floor(this.limits.poolMax / 2)) return null;
    this.longReads += 1;
    return () => void (this.longReads -= 1);
  }

  /** Fails when the store does not answer. A pool whose connections are all at work is no bad sign. */
  async signOfLife(): Promise<void> {
    const isFull = this.pool.idleCount === 0 && this.pool.totalCount >= this.limits.poolMax;
    if (!isFull) await withDeadline(this.probe(), SIGN_OF_LIFE_MS);
  }

  /** Whether requests are refused: the store is taken for dead, or is just being asked. */
  get isOpen(): boolean {
    return this.breaker.state !== CircuitState.Closed;
  }

  /** How the pool stands, for the metrics. */
  gauge(): { total: number; idle: number; waiting: number; breakerOpen: boolean } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount, breakerOpen: this.isOpen };
  }

  close(): Promise<void> {
    clearTimeout(this.probing);
    return this.pool.end();
  }
}

// A statement the server itself cancelled proves that the server is alive: one tenant's slow query must not
// shut the store for its neighbours.
const STATEMENT_CANCELLED = '57014';

/** A server that is there and will not let us in: the database is gone or closed, or the login is refused. */
class StoreRefusedError extends Diagnosis {
  readonly code = 'ECONNREFUSED';
  constructor(cause: unknown) {
    super(`The tenant store refuses the connection (${describeFault(cause)?.code ?? 'no code'}).`);
  }
}

/** A Diagnosis is our own mistake and stays a 500; the rest the classifier knows already. */
const isKnown = (error: unknown): boolean =>
  error instanceof Diagnosis || describeFault(error)?.kind === 'unavailable';

function speaksOfADeadStore(error: unknown): boolean {
  if (error instanceof StoreDeadlineError) return error.isSilent;
  const fault = describeFault(error);
  const isBusy = error instanceof Error && error.message === POOL_WAIT_TIMEOUT;
  return fault?.kind === 'unavailable' && fault.code !== STATEMENT_CANCELLED && !isBusy;
}

async function verifyRole(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ may_bypass: boolean }>(ROLE_CHECK);
  if (rows[0]?.may_bypass !== false) {
    throw new Diagnosis(
      'The tenant store login may bypass row-level security; use a login that only belongs to telephony_app.',
    );
  }
}
