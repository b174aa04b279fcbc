import type { Tenant } from './auth-context.js';

/** A statement of a `*.queries.ts` file; PostgreSQL keeps its plan under the name, or plans anew for `''`. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /**
   * Asks the store itself and no tenant's rows, such as a function over its months: its values begin at $1. Row-level
   * security holds all the same.
   */
  readonly ofStore?: true;
}

/** A statement together with the values of its parameters, which begin at $3 as everywhere. */
export interface BoundQuery extends NamedQuery {
  readonly values: readonly unknown[];
}

/** A statement as pg takes it. @param values the statement's own */
export function statementFor(
  { clientId, dataEnv }: Tenant,
  { name, text, ofStore, values: bound = [] }: NamedQuery & Partial<BoundQuery>,
  values: readonly unknown[] = bound,
): { name: string; text: string; values: unknown[] } {
  return { name, text, values: ofStore ? [...values] : [clientId, dataEnv, ...values] };
}
