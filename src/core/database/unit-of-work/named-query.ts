import type { Tenant } from '../../shared/auth-context.js';

/**
 * A statement of a `*.queries.ts` file. PostgreSQL caches its plan under the name; with `''` it
 * does not.
 */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /**
   * Queries the store without a tenant: the values begin at $1. Row-level security still applies.
   */
  readonly ofStore?: true;
  /**
   * Planned once for all values. By default PostgreSQL plans each run as long as a plan for the
   * specific values is cheaper, and planning may take longer than running. The statement that opens
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

/**
 * A statement in pg's form.
 * @param values the statement's own
 */
export function statementFor(
  { clientId, dataEnv }: Tenant,
  { name, text, ofStore, keepsPlan, values: bound = [] }: NamedQuery & Partial<BoundQuery>,
  values: readonly unknown[] = bound,
): Pick<NamedQuery, 'name' | 'text' | 'keepsPlan'> & { values: unknown[] } {
  const own = ofStore ? [...values] : [clientId, dataEnv, ...values];
  return { name, text, values: own, ...(keepsPlan && { keepsPlan }) };
}
