import type { PoolClient, QueryResultRow } from 'pg';
import type { BoundQuery, NamedQuery } from '../kernel/named-query.js';

/** What a piece of work may do inside the transaction a door opened for it. */
export interface StoreConnection {
  query<R extends QueryResultRow>(statement: BoundQuery): Promise<R[]>;
  query<R extends QueryResultRow>(statement: NamedQuery, values: readonly unknown[]): Promise<R[]>;
}

/** A pg client for as long as one piece of work holds it. */
export class LeasedConnection implements StoreConnection {
  private waitingSince: number | null = null;
  private hasEnded = false;

  constructor(private readonly client: PoolClient) {}

  async query<R extends QueryResultRow>(
    { name, text, values: bound = [] }: NamedQuery & Partial<BoundQuery>,
    values = bound,
  ): Promise<R[]> {
    return (await this.send<R>({ name, text, values: [...values] })).rows;
  }

  /**
   * The rows of a statement, so many at a time, from one cursor: no more than two batches of them are in memory, the
   * one that is worked on and the next one, which the store brings meanwhile. One such statement may be under way in
   * a transaction.
   */
  async *batches<R extends QueryResultRow>(
    statement: NamedQuery,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<R[], void, void> {
    const fetch = (): Promise<{ rows: R[] }> => {
      const coming = this.send<R>({ text: `FETCH ${size} FROM batches` });
      // It is not awaited while a batch is worked on, and never when that is given up.
      coming.catch(() => undefined);
      return coming;
    };
    await this.send({ text: `DECLARE batches NO SCROLL CURSOR FOR ${statement.text}`, values: [...values] });
    for (let next: Promise<{ rows: R[] }> | null = fetch(); next !== null;) {
      const { rows }: { rows: R[] } = await next;
      next = rows.length === size ? fetch() : null;
      if (rows.length > 0) yield rows;
    }
    await this.send({ text: 'CLOSE batches' });
  }

  async commit(): Promise<void> {
    await this.send({ text: 'COMMIT' });
  }

  /** How long the store has owed the answer to a statement, in milliseconds. */
  silentMs(): number {
    return this.waitingSince === null ? 0 : performance.now() - this.waitingSince;
  }

  /** From here on the client may serve another tenant: any further use by the work is refused. */
  end(): void {
    this.hasEnded = true;
  }

  private async send<R extends QueryResultRow>(statement: {
    name?: string;
    text: string;
    values?: unknown[];
  }) {
    if (this.hasEnded) throw new Error('The work used its connection after it had ended.');
    this.waitingSince = performance.now();
    try {
      return await this.client.query<R>(statement);
    } finally {
      this.waitingSince = null;
    }
  }
}
