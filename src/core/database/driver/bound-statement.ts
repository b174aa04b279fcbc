import { Query, type QueryResult } from 'pg';
import type { Answered } from './answer-of.js';

export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** Whether it is planned once for all values. */
  readonly keepsPlan?: true;
}

export const planMode = ({ keepsPlan }: Statement): string => (keepsPlan ? 'force_generic_plan' : 'auto');

/** A statement that this connection has prepared already, and the values of its parameters. */
export interface Prepared {
  readonly name: string;
  readonly values: readonly string[];
}

/** The parts of pg's Connection that put messages of the extended protocol on the wire. */
interface Wire {
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

/** The parts of pg's Query that its type declarations lack. */
interface DriverQuery {
  submit: (connection: never) => void;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const DriverQuery = Query as unknown as new (
  statement: Statement & { queryMode: 'extended' },
  values: undefined,
  answered: Answered<QueryResult>,
) => DriverQuery;

/**
 * A statement sent together with its opening, such as BEGIN and the binding of its tenant. The
 * server treats all messages up to the Sync as one: if the opening fails, it skips the statement
 * and returns the opening's error. Both cost one round trip.
 */
export class BoundStatement extends DriverQuery {
  private owed: number;

  constructor(
    private readonly opening: readonly Prepared[],
    statement: Statement,
    answered: Answered<QueryResult>,
  ) {
    super({ ...statement, queryMode: 'extended' }, undefined, answered);
    this.owed = opening.length;
  }

  get isOpened(): boolean {
    return this.owed === 0;
  }

  override prepare(connection: Wire): void {
    for (const { name, values } of this.opening) {
      connection.bind({ statement: name, values });
      connection.execute({});
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.isOpened) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.owed > 0) this.owed -= 1;
    else super.handleCommandComplete(message, connection);
  }
}
