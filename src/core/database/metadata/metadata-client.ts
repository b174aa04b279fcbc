import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { isRefusedByLiveServer } from '../driver/driver-errors.js';
import { StoreDeadlineError } from '../../shared/deadline.js';
import type { Tenant } from '../../shared/auth-context.js';
import { tracedStatement } from '../../shared/tracing/tracing.js';
import { timed } from '../../shared/tracing/timed.js';
import type { StoreBreaker } from '../driver/store-breaker.js';
import { destroySocket, socketOf } from '../driver/socket-of.js';
import { assertEnded } from '../driver/assert-ended.js';
import { answerOf, type Answered } from '../driver/answer-of.js';
import { BoundStatement, type Statement } from '../driver/bound-statement.js';
import { openingFor, type TransactionMode } from './metadata-opening.js';

// pg's message when query_timeout has passed.
const READ_TIMEOUT = 'Query read timeout';

/** How the statements of a client are bound: as one transaction, or (null) each one separately. */
type Binding = { readonly tenant: Tenant; readonly mode: TransactionMode | null };

/**
 * A pg client whose statements can be bound to a tenant, including those of TypeORM. It closes
 * after a query that timed out, which pg would leave in flight so that every later query waits for
 * it. The breaker counts the result of each query.
 */
export class MetadataClient extends Client {
  private breaker: StoreBreaker | null = null;
  private binding: Binding | null = null;
  private isInTransaction = false;
  /** Settles with the last statement that was sent or is waiting; null if there is none. */
  private last: Promise<unknown> | null = null;

  constructor(config: ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((statement: unknown, values?: unknown, ...more: unknown[]) => {
      // pg itself passes a callback, or its own query object.
      if (isOwn(statement) || typeof values === 'function' || more.length > 0)
        return send(statement, values, ...more);
      const binding = this.takeBinding();
      return this.watched(
        tracedStatement(textOf(statement), this.database, () =>
          this.inTurn(() =>
            answerOf<QueryResult>((answered) =>
              binding ? send(bound(binding, statement, values, answered)) : send(statement, values, answered),
            ),
          ),
        ),
      );
    }) as typeof this.query;
  }

  /** From now on the breaker counts the results of queries. */
  reportTo(breaker: StoreBreaker): void {
    this.breaker = breaker;
  }

  /** From now on each statement is bound to the tenant, in its own transaction. */
  bindStatements(tenant: Tenant): void {
    this.binding = { tenant, mode: null };
  }

  /** From now on all statements form one transaction of the tenant, which the first one opens. */
  beginTransaction(tenant: Tenant, mode: TransactionMode): void {
    this.binding = { tenant, mode };
  }

  /** From here on, the connection is not bound to a tenant. */
  unbind(): void {
    this.binding = null;
  }

  /**
   * Ends the transaction; one without statements costs nothing.
   * @throws Error when a statement failed before a COMMIT: PostgreSQL then rolls back and reports
   * no error
   */
  async finish(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.binding = null;
    if (!this.isInTransaction) return;
    this.isInTransaction = false;
    assertEnded(how, await this.query(how));
  }

  /** Sends one statement at a time: pg 9 refuses a second one while the first is unanswered. */
  private inTurn<T>(send: () => Promise<T>): Promise<T> {
    const sent = this.last ? this.last.then(send) : send();
    const settled = sent.then(noop, noop).then(() => {
      if (this.last === settled) this.last = null;
    });
    this.last = settled;
    return sent;
  }

  /** The binding of the next statement: one that follows finds the transaction open and bound. */
  private takeBinding(): Binding | null {
    const { binding } = this;
    if (binding?.mode) {
      this.binding = null;
      this.isInTransaction = true;
    }
    return binding;
  }

  private watched(result: Promise<unknown>): Promise<unknown> {
    const watched = result.catch((error: unknown) => this.leave(error));
    return timed('databaseMs', () => (this.breaker ? this.breaker.watch(watched) : watched));
  }

  /** Rethrows the error once this client can no longer be leased. */
  private async leave(error: unknown): Promise<never> {
    if (isRefusedByLiveServer(error)) {
      await this.leavePool();
      throw error;
    }
    if (!(error instanceof Error && error.message === READ_TIMEOUT)) throw error;
    // After a stall, timers run before sockets are read: a store whose response has arrived is
    // alive.
    let isSilent = true;
    socketOf(this).once('data', () => (isSilent = false));
    await nextTurn();
    await this.leavePool();
    throw new StoreDeadlineError(isSilent);
  }

  /** Closes the connection and waits until pg has noticed, so that the pool drops it. */
  private async leavePool(): Promise<void> {
    if (socketOf(this).destroyed) return;
    const ended = new Promise((resolve) => this.once('end', resolve));
    destroySocket(this);
    await ended;
  }
}

function bound(
  { tenant, mode }: Binding,
  statement: unknown,
  values: unknown,
  answered: Answered<QueryResult>,
): BoundStatement {
  const given = (typeof statement === 'string' ? { text: statement, values } : statement) as Statement;
  return new BoundStatement(openingFor(tenant, given, mode), given, answered);
}

const textOf = (statement: unknown): { readonly name?: string; readonly text: string } =>
  typeof statement === 'string' ? { text: statement } : (statement as Statement);

const noop = (): void => {};

const isOwn = (statement: unknown): boolean =>
  typeof statement === 'object' && statement !== null && 'submit' in statement;
