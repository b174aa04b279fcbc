import { Logger } from '@nestjs/common';
import {
  CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import type { Pool, PoolClient } from 'pg';
import { classifyDriverError, isRefusedByLiveServer, StoreUnavailableError } from './driver-errors.js';
import { EVENT_LOOP_LAG, type EventLoopLag } from './event-loop-lag.js';
import { StoreDeadlineError, withDeadline } from '../../shared/deadline.js';

// Three failures in a row mean a dead store rather than a lost packet.
const BREAKER_FAILURES = 3;
const PROBE_EVERY_MS = 1000;

/** Retry-After of a refused caller: the breaker probes the store again by then. */
export const RETRY_AFTER_SECONDS = PROBE_EVERY_MS / 1000;

// A live store answers `SELECT 1` many times faster. Connecting and probing stay inside 1.2 s.
const PROBE_MS = 200;

// pg's message when every connection is leased: the store is busy, not dead.
const POOL_WAIT_TIMEOUT = 'timeout exceeded when trying to connect';

// Also counts connections that were not established in time: the pool uses the first message, the
// client the second.
const CONNECT_TIMEOUTS = ['Connection terminated due to connection timeout', 'timeout expired'];

// The server itself cancelled the statement, so it is alive: one slow query must not open the
// breaker.
const STATEMENT_CANCELLED = '57014';

/** Thrown instead of querying a store that counts as dead. */
class StoreShutError extends StoreUnavailableError {
  constructor(store: string, cause: unknown) {
    super(
      `Store ${store} failed three times in a row and is not queried until it responds to a ping.`,
      cause,
    );
  }
}

class NoSignOfLifeError extends Error {
  override readonly name = 'NoSignOfLifeError';
}

type Lease = () => Promise<PoolClient>;

export interface StoreGauge {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  readonly breakerOpen: boolean;
}

/**
 * The circuit breaker of a store. While it is open it refuses every request at once, and probes the
 * store in the background.
 */
export class StoreBreaker {
  private readonly logger = new Logger(StoreBreaker.name);
  private readonly policy: CircuitBreakerPolicy;
  private cause: unknown;
  private probing: NodeJS.Timeout | undefined;
  private readonly pools: { readonly pool: Pool; readonly lease: Lease }[];

  constructor(
    private readonly store: string,
    pool: Pool,
    private readonly lease: Lease,
    private readonly lag: EventLoopLag = EVENT_LOOP_LAG,
  ) {
    this.pools = [{ pool, lease }];
    this.policy = circuitBreaker(
      handleWhen((error) => this.isCounted(error)),
      { halfOpenAfter: PROBE_EVERY_MS / 2, breaker: new ConsecutiveBreaker(BREAKER_FAILURES) },
    );
    this.policy.onBreak((reason) => {
      this.cause = 'error' in reason ? reason.error : undefined;
      this.logger.warn({ msg: 'store is shut', store, fault: classifyDriverError(rootOf(this.cause)) });
      this.dropIdle();
      this.probeSoon();
    });
    this.policy.onReset(() => this.logger.log({ msg: 'store answers again', store }));
  }

  /** Registers another pool of the same store, which shares this breaker. */
  share(pool: Pool, lease: Lease): void {
    this.pools.push({ pool, lease });
  }

  /** Whether requests are refused: the store counts as dead, or is being probed. */
  get isOpen(): boolean {
    return this.policy.state !== CircuitState.Closed;
  }

  /**
   * Runs work unless the breaker is open, and counts its result.
   * @throws StoreShutError while the store counts as dead
   */
  async execute<T>(work: () => Promise<T>): Promise<T> {
    this.assertClosed();
    return this.policy.execute(work);
  }

  /** Counts the result of work in progress, without ever refusing it. */
  watch<T>(work: Promise<T>): Promise<T> {
    return this.isOpen ? work : this.policy.execute(() => work);
  }

  /** @throws StoreShutError while the store counts as dead */
  assertClosed(): void {
    if (this.isOpen) throw new StoreShutError(this.store, this.cause);
  }

  /**
   * Makes one round trip to the store.
   * @param withinMs time limit of the response
   */
  async probe(withinMs = PROBE_MS): Promise<void> {
    const client = await this.lease();
    try {
      await withDeadline(client.query('SELECT 1'), withinMs);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
  }

  gauge(): StoreGauge {
    const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount'): number =>
      this.pools.reduce((all, { pool }) => all + pool[count], 0);
    return {
      total: sum('totalCount'),
      idle: sum('idleCount'),
      waiting: sum('waitingCount'),
      breakerOpen: this.isOpen,
    };
  }

  close(): void {
    clearTimeout(this.probing);
  }

  private probeSoon(): void {
    clearTimeout(this.probing);
    this.probing = setTimeout(() => {
      this.policy
        .execute(() => this.probeForLife())
        .catch(() => {
          if (this.isOpen) this.probeSoon();
        });
    }, PROBE_EVERY_MS).unref();
  }

  /**
   * A deadline that passed while this process was blocked proves nothing: otherwise one request
   * that blocks the event loop would open the breaker.
   */
  private isCounted(error: unknown): boolean {
    return speaksOfADeadStore(error) && (this.lag.isSteady || !isDeadline(error));
  }

  /**
   * Probes the store while the breaker is open: every error counts as a failure, or the breaker
   * would close.
   */
  private async probeForLife(): Promise<void> {
    try {
      await this.probe();
    } catch (error) {
      throw classifyDriverError(error)?.kind === 'unavailable'
        ? new NoSignOfLifeError('The store did not respond to a ping.', { cause: error })
        : error;
    }
  }

  /** A connection from before the failure may never end, and each would cost a probe. */
  private dropIdle(): void {
    for (const { pool, lease } of this.pools) {
      for (let left = pool.idleCount; left > 0; left -= 1) {
        lease().then(
          (client) => client.release(true),
          () => undefined,
        );
      }
    }
  }
}

/** The driver's error that caused one of ours. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

/** Whether only our own clock suggests that the store failed. */
const isDeadline = (error: unknown): boolean =>
  error instanceof StoreDeadlineError || (error instanceof Error && CONNECT_TIMEOUTS.includes(error.message));

function speaksOfADeadStore(error: unknown): boolean {
  if (error instanceof NoSignOfLifeError) return true;
  if (error instanceof StoreDeadlineError) return error.isSilent;
  const fault = classifyDriverError(error);
  const isBusy = error instanceof Error && error.message === POOL_WAIT_TIMEOUT;
  return (
    fault?.kind === 'unavailable' &&
    fault.code !== STATEMENT_CANCELLED &&
    !isRefusedByLiveServer(error) &&
    !isBusy
  );
}
