import { Query } from 'pg';
import type { Client, QueryResult } from 'pg';
import type { Tenant } from '../kernel/auth-context.js';

/** A statement as pg takes it. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

// Both are prepared on every connection before it is leased, so that a flight only has to name them.
const BEGIN = { name: 'metadata_begin', text: 'BEGIN' };
const BIND = {
  name: 'metadata_bind',
  text: `SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true)`,
};

/** What a new connection does before it is leased: it prepares what `BoundStatement` sends before a statement. */
export function prepareForLease(client: Client, done: (error?: Error) => void): void {
  prepare(client).then(
    () => done(),
    (error: unknown) => done(error as Error),
  );
}

async function prepare(client: Client): Promise<void> {
  await client.query(BEGIN);
  await client.query({ ...BIND, values: ['', ''] });
  await client.query('ROLLBACK');
}

/** The parts of pg's Connection that put messages of the extended protocol on the wire. */
interface Wire {
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

/** The parts of pg's Query that its type declarations leave out. */
interface DriverQuery {
  callback: (error: Error | null, result: QueryResult) => void;
  submit: (connection: never) => void;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const DriverQuery = Query as unknown as new (statement: Statement & { queryMode: 'extended' }) => DriverQuery;

/**
 * A statement that carries the binding of its tenant with it. All messages up to the Sync that ends pg's flight are one
 * transaction to the server, so binding and statement cost one round trip together. When the opening fails, the server
 * skips the statement, and its error is the answer.
 */
export class BoundStatement extends DriverQuery {
  /** Answers still owed to the opening. */
  private owed: number;

  /** @param begins whether a transaction is opened that goes on after the statement; else the binding ends with it */
  constructor(
    private readonly tenant: Tenant,
    private readonly begins: boolean,
    statement: Statement,
  ) {
    super({ ...statement, queryMode: 'extended' });
    this.owed = begins ? 2 : 1;
  }

  override prepare(connection: Wire): void {
    if (this.begins) send(connection, BEGIN.name, []);
    send(connection, BIND.name, [this.tenant.clientId, this.tenant.dataEnv]);
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.owed === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.owed > 0) this.owed -= 1;
    else super.handleCommandComplete(message, connection);
  }
}

function send(connection: Wire, statement: string, values: readonly string[]): void {
  connection.bind({ statement, values });
  connection.execute({});
}
