const BYTEA = 17;
const HEADER_BYTES = 20;

export type ArrayElement = string | number | boolean | Buffer | null;

/**
 * A list as a one-dimensional PostgreSQL array, serialised before the statement is sent: pg would
 * do so while the store waits, and would write bytes as hexadecimal.
 * @param values either all bytes or none; null is null
 * @returns a parameter for pg, of type bytea[] for bytes
 */
export const arrayParameter = (values: readonly ArrayElement[]): string | Buffer =>
  values.some((value) => Buffer.isBuffer(value))
    ? binaryArray(values as readonly (Buffer | null)[])
    : literalOf(values);

/**
 * JSON.stringify writes the list in one call unless it needs escapes, which differ from
 * PostgreSQL's.
 */
function literalOf(values: readonly ArrayElement[]): string {
  const text = JSON.stringify(values);
  return text.includes('\\') ? `{${values.map(elementOf).join()}}` : `{${text.slice(1, -1)}}`;
}

/** Numbers and booleans stay unquoted: quoting costs a copy. */
function elementOf(value: ArrayElement): ArrayElement {
  if (typeof value === 'string') return quoted(value);
  return value === null ? 'NULL' : value;
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

/**
 * As array_recv reads it: dimensions, whether there is a null, type, length and first index, then
 * the elements.
 */
function binaryArray(values: readonly (Buffer | null)[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(bytes);
  let at = 0;
  const write = (word: number): void => void (at = array.writeInt32BE(word, at));
  write(1);
  write(values.includes(null) ? 1 : 0);
  write(BYTEA);
  write(values.length);
  write(1);
  for (const value of values) {
    write(value === null ? -1 : value.length);
    if (value !== null) at += value.copy(array, at);
  }
  return array;
}
