import type { PoolClient, QueryResultRow } from 'pg';

/** A prepared statement of a `*.queries.ts` file; the name is what PostgreSQL keeps the plan under. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
}

/** What a piece of work may do inside the transaction a door opened for it. */
export interface StoreConnection {
  query<R extends QueryResultRow>(statement: NamedQuery, values: readonly unknown[]): Promise<R[]>;
}

/** Thrown when a store did not answer inside the deadline; the connection is given up with it. */
export class StoreDeadlineError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The tenant store did not answer within its deadline.');
    this.name = 'StoreDeadlineError';
  }
}

/** Ends the waiting, not the work: whoever loses the race must also give up the connection. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreDeadlineError()), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    // When the deadline won, the work's own later failure has nobody to hear it.
    work.catch(() => undefined);
  }
}

/** Binds the door's connection type to a pg client. */
export function connectionOf(client: PoolClient): StoreConnection {
  return {
    async query<R extends QueryResultRow>(statement: NamedQuery, values: readonly unknown[]): Promise<R[]> {
      const result = await client.query<R>({ name: statement.name, text: statement.text, values: [...values] });
      return result.rows;
    },
  };
}
