import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, EntityTarget } from 'typeorm';
import type { Tenant } from '../../shared/auth-context.js';
import type { StoreReader } from '../unit-of-work/unit-of-work.js';
import { ScopedRepository, type TenantRow } from '../unit-of-work/scoped-repository.js';
import { tracedStatement } from '../../shared/tracing/tracing.js';
import { currentStoreUse } from '../../shared/request-context.js';
import { assertEnded } from '../driver/assert-ended.js';
import { answerOf, type Answered } from '../driver/answer-of.js';
import { BoundStatement, type Statement } from '../driver/bound-statement.js';
import { statementFor, type BoundQuery, type NamedQuery } from '../unit-of-work/named-query.js';
import { copyOut, type CopiedRow } from './copy-out.js';
import { copyStatement } from './copy-statement.js';
import type { Opening } from './transaction-opening.js';

/** A pg client while it is leased to one piece of a tenant's work. */
export class LeasedConnection implements StoreReader {
  private owed = 0;
  /** When the store became silent. */
  private owedSince = 0;
  private readonly use = currentStoreUse();
  /** The time up to which statements are counted in `use`. */
  private countedTo = 0;
  private hasEnded = false;
  private hasFailedToOpen = false;
  private failure: Error | null = null;
  private opening: Opening | null = null;
  private isSingleStatement = false;
  private manager: EntityManager | null = null;

  constructor(
    private readonly client: PoolClient,
    private readonly tenant: Tenant,
    private readonly source: DataSource,
  ) {}

  /** Lets the first statement open the transaction. */
  openWith(opening: Opening): void {
    this.opening = opening;
  }

  /** Sends the binding with the only statement, whose transaction ends with it. */
  openOneWith(opening: Opening): void {
    this.opening = opening;
    this.isSingleStatement = true;
  }

  get isOpen(): boolean {
    return this.opening === null && !this.isSingleStatement;
  }

  /** Whether the transaction could not be opened: the state of this client is unknown. */
  get isBroken(): boolean {
    return this.hasFailedToOpen;
  }

  repo<E extends TenantRow>(entity: EntityTarget<E>): ScopedRepository<E> {
    const manager = (this.manager ??= this.makeManager());
    return new ScopedRepository((operation) => operation(manager), entity, this.tenant);
  }

  async query<R extends object>(statement: NamedQuery, values?: readonly unknown[]): Promise<R[]> {
    return (await this.send<R & QueryResultRow>(statementFor(this.tenant, statement, values))).rows;
  }

  /**
   * The rows of a statement in binary, as they arrive; text would be twice as long. At most two
   * blocks of them are in memory. A caller that stops before the last row costs its connection.
   */
  async *copy(statement: BoundQuery): AsyncGenerator<CopiedRow[], void, void> {
    const { settings, copied } = copyStatement(statementFor(this.tenant, statement));
    await this.send(settings);
    this.throwIfEnded();
    const blocks = copyOut(this.client, copied);
    try {
      for (;;) {
        const next = await this.whileOwed(() => blocks.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await blocks.return();
    }
  }

  /** @throws Error if a statement of the work failed, even if the work caught its error */
  async commit(): Promise<void> {
    assertEnded('COMMIT', await this.send({ text: 'COMMIT' }));
  }

  silentMs(): number {
    return this.owed === 0 ? 0 : performance.now() - this.owedSince;
  }

  /** From here on the client may serve another tenant: any further use by the work is refused. */
  end(): void {
    this.hasEnded = true;
    // A missing result explains the delay.
    if (this.owed > 0) this.countTime();
  }

  /**
   * Statements sent without waiting are pipelined: the store works on the second while the rows of
   * the first arrive.
   */
  private async send<R extends QueryResultRow>(statement: Statement): Promise<QueryResult<R>> {
    this.throwIfEnded();
    return this.whileOwed(() =>
      tracedStatement(statement, this.client.database, () =>
        answerOf<QueryResult<R>>((answered) => {
          this.ask<R>(statement, (error, result) => {
            // After a failed statement the store refuses the following ones: the first failure is the
            // reason.
            this.failure ??= error ?? null;
            answered(error || this.isBroken ? this.failure : null, result);
          });
        }),
      ),
    );
  }

  private async whileOwed<T>(ask: () => Promise<T>): Promise<T> {
    if (this.owed === 0) this.owedSince = this.countedTo = performance.now();
    this.owed += 1;
    try {
      return await ask();
    } finally {
      this.owed -= 1;
      this.owedSince = performance.now();
      if (this.owed === 0) this.countTime();
    }
  }

  /** Pipelined statements overlap, so their time counts once. */
  private countTime(): void {
    const now = performance.now();
    if (this.use) this.use.databaseMs += now - this.countedTo;
    this.countedTo = now;
  }

  /**
   * If the opening fails, later statements are refused. Those sent with it run without the binding:
   * row-level security gives them no rows, and they report the same failure.
   */
  private ask<R extends QueryResultRow>(statement: Statement, answered: Answered<QueryResult<R>>): void {
    const { opening } = this;
    if (!opening) {
      this.client.query<R>(statement, answered);
      return;
    }
    this.opening = null;
    // The binding is gone with the statement.
    if (this.isSingleStatement) this.end();
    const bound = new BoundStatement(opening(statement), statement, (error, result) => {
      this.hasFailedToOpen = !bound.isOpened;
      if (this.hasFailedToOpen) this.end();
      answered(error, result as QueryResult<R>);
    });
    this.client.query(bound as never);
  }

  /** TypeORM on this connection: a runner connects before each query, and gets this one. */
  private makeManager(): EntityManager {
    const runner = this.source.createQueryRunner();
    const query = (text: string, values: unknown[] = []) => this.send({ text, values });
    runner.connect = () => Promise.resolve({ query });
    return runner.manager;
  }

  private throwIfEnded(): void {
    if (this.hasEnded) throw new Error('The work used its connection after it had ended.');
  }
}
