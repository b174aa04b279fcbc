/** A statement of a `*.queries.ts` file; PostgreSQL keeps its plan under the name, or plans anew for `''`. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
}

/** A statement together with the values of its parameters. */
export interface BoundQuery extends NamedQuery {
  readonly values: readonly unknown[];
}
