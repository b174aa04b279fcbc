import { Client, type QueryResultRow } from 'pg';
import { pinSession } from '../../core/database/driver/session-settings.js';

/** Reads a database with one login, outside of the doors: the login sees what its rights allow. */
export interface Reader {
  query<R extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  readonly client: Client;
}

// A server that does not answer within this is reported as such. Statements of a diagnosis read
// whole tables, which takes seconds with millions of rows.
const CONNECT_MS = 5_000;
const STATEMENT_MS = 120_000;

/**
 * Opens a connection for `work`, as the operator who owns the database or with a process's login.
 * @param statementMs the most that a statement may take; 0: it may take any time
 */
export async function withReader<T>(
  url: string,
  work: (reader: Reader) => Promise<T>,
  statementMs = STATEMENT_MS,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementMs,
    application_name: 'telephony-platform operate',
  });
  // A connection that dies fails its statement; without a listener it would end the process too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await pinSession(client, { statement_timeout: statementMs });
    return await work({
      client,
      query: async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R>(text, [...values])).rows,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Connections to each of the addresses, for statements that may take any time: a large client has millions of rows. */
export function withReaders<T>(
  [url, ...others]: readonly string[],
  work: (readers: readonly Reader[]) => Promise<T>,
): Promise<T> {
  if (url === undefined) return work([]);
  return withReader(url, (reader) => withReaders(others, (more) => work([reader, ...more])), 0);
}
