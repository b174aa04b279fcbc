import type { Tenant } from '../../shared/auth-context.js';

/**
 * A statement of a `*.queries.ts` file. PostgreSQL keeps its plan under the name; with `''` it
 * keeps none.
 */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /** Asks the store and no tenant's rows: its values begin at $1. Row-level security holds all the same. */
  readonly ofStore?: true;
  /**
   * Planned once for all values. By default PostgreSQL plans again for each run as long as a plan
   * for the values is cheaper, and planning may take longer than running. The statement that opens
   * a read sets it for the later ones.
   */
  readonly keepsPlan?: true;
}

/** Names the statement that follows it. Interpolated parts are SQL as well, and never values. */
export const namedQuery =
  (name: string) =>
  (text: TemplateStringsArray, ...parts: readonly (string | number)[]): NamedQuery => ({
    name,
    text: String.raw({ raw: text }, ...parts),
  });

/** A statement together with the values of its parameters, which begin at $3 as everywhere. */
export interface BoundQuery extends NamedQuery {
  readonly values: readonly unknown[];
}

/** A statement as pg takes it. @param values the statement's own */
export function statementFor(
  { clientId, dataEnv }: Tenant,
  { name, text, ofStore, keepsPlan, values: bound = [] }: NamedQuery & Partial<BoundQuery>,
  values: readonly unknown[] = bound,
): Pick<NamedQuery, 'name' | 'text' | 'keepsPlan'> & { values: unknown[] } {
  const own = ofStore ? [...values] : [clientId, dataEnv, ...values];
  return { name, text, values: own, ...(keepsPlan && { keepsPlan }) };
}
