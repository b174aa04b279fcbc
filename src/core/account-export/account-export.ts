import { DiscoveryService } from '@nestjs/core';
import type { NamedQuery } from '../database/unit-of-work/named-query.js';
import type { StoreKind } from '../registry/feature.js';
import type { AuthContext } from '../shared/auth-context.js';

/** A row of the file: text, numbers, booleans, instants, lists and objects. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** One snapshot of a store, bound to the tenant of the export. */
export interface ExportSnapshot {
  /** The person who requested it, with the role that decides which personal data is shown. */
  readonly auth: AuthContext;
  /** The rows of a statement, a batch at a time; its values begin at $3. */
  readonly rows: <R extends object>(
    statement: NamedQuery,
    values?: readonly unknown[],
    batch?: number,
  ) => AsyncIterable<R>;
}

/** One file of an account export (account-exports 3.1). */
export interface ExportedFile {
  /** Its name without ending, unique over all features: `webhook_deliveries`. */
  readonly name: string;
  /** The section by which a person chooses it, such as `webhooks`; features may share one. */
  readonly section: string;
  /** The store whose snapshot it reads; null: it queries another party's service. */
  readonly store: StoreKind | null;
  /** A sentence for the README: what a row means, and what is omitted. */
  readonly about: string;
  /** The columns of CSV, in order. A row has these fields and no others. */
  readonly columns: readonly string[];
  rows(snapshot: ExportSnapshot): AsyncIterable<ExportedRow>;
}

/** A feature's own data in account exports: a provider of its module, marked with @ContributesToExport. */
export interface ExportContribution {
  readonly files: readonly ExportedFile[];
}

export const ContributesToExport = DiscoveryService.createDecorator();

interface StoredRows extends Omit<ExportedFile, 'rows'> {
  /** The rest of the statement that selects the columns, from FROM on; it binds the tenant as $1 and $2. */
  readonly from: string;
  /** SQL expressions for columns that are not columns of `from`. */
  readonly sql?: Readonly<Record<string, string>>;
}

/**
 * A file of rows in their stored form. Columns are named, so a new column is left out until it is
 * listed.
 */
export const storedRows = ({ from, sql = {}, ...file }: StoredRows): ExportedFile => {
  const selected = file.columns.map((column) => (sql[column] ? `${sql[column]} AS ${column}` : column));
  const statement: NamedQuery = { name: '', text: `SELECT ${selected.join(', ')} ${from}` };
  return { ...file, rows: (snapshot) => snapshot.rows(statement) };
};

/** Names of columns that a text lists, separated by white space. */
export const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);
