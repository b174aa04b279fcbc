import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient, QueryResultRow } from 'pg';

/** A statement of a `*.queries.ts` file; PostgreSQL keeps its plan under the name, or plans anew for `''`. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
}

/** A statement together with the values of its parameters. */
export interface BoundQuery extends NamedQuery {
  readonly values: readonly unknown[];
}

/** What a piece of work may do inside the transaction a door opened for it. */
export interface StoreConnection {
  query<R extends QueryResultRow>(statement: BoundQuery): Promise<R[]>;
  query<R extends QueryResultRow>(statement: NamedQuery, values: readonly unknown[]): Promise<R[]>;
}

/** Thrown when a store did not answer inside the deadline; the connection is given up with it. */
export class StoreDeadlineError extends Error {
  readonly code = 'ETIMEDOUT';
  /** @param isSilent whether the store owed an answer for so long that it must be dead, and not merely slow */
  constructor(readonly isSilent: boolean) {
    super('The store did not answer within its deadline.');
    this.name = 'StoreDeadlineError';
  }
}

/**
 * Ends the waiting, not the work: a caller that loses the race must also give up the connection.
 * @param isSilent asked when the deadline has passed: does it prove that the store is dead?
 */
export async function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  isSilent: () => boolean = () => true,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    // After a stall of this process timers run before sockets are read: an answer that is already here counts.
    timer = setTimeout(() => setImmediate(() => reject(new StoreDeadlineError(isSilent()))), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    // When the deadline won, the work's own later failure has no listener.
    work.catch(() => undefined);
  }
}

/**
 * Waits for work that may rightly be slow, for as long as the store shows that it is alive.
 * @param askEveryMs how long it is left alone before it is asked, and again each time
 * @param deadlineMs when the waiting ends all the same
 * @param askForLife fails when the store is taken for dead
 */
export async function withHeartbeat<T>(
  work: Promise<T>,
  askEveryMs: number,
  deadlineMs: number,
  askForLife: () => Promise<void>,
): Promise<T> {
  const until = performance.now() + deadlineMs;
  const over = new AbortController();
  const watch = async (): Promise<never> => {
    for (;;) {
      await delay(askEveryMs, undefined, { signal: over.signal });
      if (performance.now() >= until) throw new StoreDeadlineError(false);
      await askForLife().catch(() => {
        throw new StoreDeadlineError(true);
      });
    }
  };
  try {
    return await Promise.race([work, watch()]);
  } finally {
    over.abort();
    work.catch(() => undefined);
  }
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
