import type { DataEnv, Tenant } from '../shared/auth-context.js';

/** The location of a sealed value (privacy 6.1): it cannot be opened in any other location. */
export interface FieldAddress {
  readonly clientId: string;
  readonly dataEnv: string;
  readonly table: string;
  readonly column: string;
  /** The row's key within the tenant, such as the call_id. */
  readonly row: string;
}

/** The addresses in a column, by the key of the row without the tenant. */
export const placeIn =
  <Key extends readonly (string | number)[] = [id: string]>(table: string, column: string) =>
  ({ clientId, dataEnv }: Tenant, ...key: Key): FieldAddress => ({
    clientId,
    dataEnv,
    table,
    column,
    row: key.join('/'),
  });

/** Columns of a row as PostgreSQL writes them as text. */
export type RowText = Readonly<Record<string, string>>;

/** The field in which a document keeps its sealed values: no closed schema names it. */
export const SEALED = '$sealed';

/** The beginning of a text that is sealed and kept as text. */
export const SEALED_TEXT = 'sealed:';

/** A sealed piece of a text: its base64, and the name of the document that it is part of. */
export interface SealedPiece {
  readonly name: string;
  readonly base64: string;
}

/** How a column stores sealed values. */
export type SealedColumn =
  /** The sealed bytes, or null. */
  | { readonly form: 'bytes'; readonly place: (tenant: Tenant, row: RowText) => FieldAddress }
  /** A text, or JSON, with sealed pieces in base64. */
  | {
      readonly form: 'text';
      readonly pieces: (text: string) => readonly SealedPiece[];
      readonly place: (tenant: Tenant, row: RowText, name: string) => FieldAddress;
    }
  /**
   * The id of the key of a file that is not resealed: the key is kept until the file is gone. `$3`
   * of the condition are the ids of old keys.
   */
  | { readonly form: 'file'; readonly needsKey: string };

/** The sealed columns of a table, under the data keys of its tenants. */
export interface SealedTable {
  readonly table: string;
  /** The primary key without the columns of the tenant. */
  readonly key: readonly string[];
  /** Columns other than the key that the addresses need. */
  readonly also?: readonly string[];
  readonly columns: Readonly<Record<string, SealedColumn>>;
  /** For a table of clients in all environments: the environment whose key seals its rows. */
  readonly onlyIn?: DataEnv;
}

type Place = (tenant: Tenant, row: RowText) => FieldAddress;

export const sealedBytes = (place: Place): SealedColumn => ({ form: 'bytes', place });

/** One document with its sealed part. */
export const sealedDocument = (place: Place): SealedColumn => ({
  form: 'text',
  pieces: (text) => sealedPartOf('', JSON.parse(text)),
  place,
});

/** Documents by name, each with its sealed part. */
export const sealedDocuments = (
  place: (tenant: Tenant, row: RowText, name: string) => FieldAddress,
): SealedColumn => ({
  form: 'text',
  pieces: (text) =>
    Object.entries(JSON.parse(text) as object).flatMap(([name, document]) => sealedPartOf(name, document)),
  place,
});

/** A text that is sealed as a whole, or not at all. */
export const sealedText = (place: Place): SealedColumn => ({
  form: 'text',
  pieces: (text) =>
    text.startsWith(SEALED_TEXT) ? [{ name: '', base64: text.slice(SEALED_TEXT.length) }] : [],
  place,
});

/** @param needsKey condition on a row whose file still needs one of the keys `$3` */
export const keyOfFile = (needsKey: string): SealedColumn => ({ form: 'file', needsKey });

function sealedPartOf(name: string, document: unknown): SealedPiece[] {
  const base64: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, SEALED) : undefined;
  return typeof base64 === 'string' ? [{ name, base64 }] : [];
}
