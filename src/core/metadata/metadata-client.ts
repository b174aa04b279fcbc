import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import type { StoreBreaker } from '../stores/store-breaker.js';
import { StoreDeadlineError } from '../kernel/deadline.js';

// pg's own words when query_timeout has passed.
const READ_TIMEOUT = 'Query read timeout';

// PostgreSQL looks for deadlocks after a second, when both callers would have given up: a transaction that waits this long
// for a row's lock lets go and starts again. Each connection has a patience of its own, so that of two that wait
// for each other one lets go and the other goes on.
const LOCK_TIMEOUT_MS = { shortest: 250, longest: 500 };

/**
 * A pg client that is gone once a query of it has timed out, and tells the breaker how each query ends. pg leaves a
 * timed-out query in flight, and TypeORM gives the connection back as if nothing had happened: every later query would
 * wait behind an answer that never comes.
 */
export class MetadataClient extends Client {
  private breaker: StoreBreaker | null = null;

  constructor(config: ClientConfig) {
    const { shortest, longest } = LOCK_TIMEOUT_MS;
    super({ ...config, lock_timeout: randomInt(shortest, longest) });
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const result = query(...args);
      return result instanceof Promise ? this.watched(result) : result;
    }) as typeof this.query;
  }

  /** From here on the breaker counts how queries end. */
  reportTo(breaker: StoreBreaker): void {
    this.breaker = breaker;
  }

  private watched(result: Promise<unknown>): Promise<unknown> {
    const told = result.catch((error: unknown) => this.leave(error));
    return this.breaker ? this.breaker.watch(told) : told;
  }

  /** Throws the error on once this client can no longer be leased. */
  private async leave(error: unknown): Promise<never> {
    if (!(error instanceof Error && error.message === READ_TIMEOUT)) throw error;
    const { stream } = this.connection;
    const ended = new Promise((resolve) => this.once('end', resolve));
    // After a stall of this process timers run before sockets are read: a store whose answer is already here is alive.
    let isSilent = true;
    stream.once('data', () => (isSilent = false));
    await nextTurn();
    stream.destroy();
    await ended;
    throw new StoreDeadlineError(isSilent);
  }
}
