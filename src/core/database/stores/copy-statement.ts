import type { Statement } from '../driver/bound-statement.js';

interface CopyStatement {
  readonly settings: Statement;
  readonly copied: string;
}

/**
 * A statement for COPY, which takes no parameters: the values become settings of the transaction,
 * which the copied query reads.
 */
export function copyStatement({ text, values = [] }: Statement): CopyStatement {
  const bindings = values.map((_, index) => `set_config('${settingOf(index)}', $${index + 1}, true)`);
  const copied = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const index = Number(number) - 1;
    return `current_setting('${settingOf(index)}')::${typeOf(values[index])}`;
  });
  return {
    settings: { text: `SELECT ${[IN_ORDER, ...bindings].join(', ')}`, values: values.map(asText) },
    copied,
  };
}

// Sorting may be cheaper, but then the first row waits for the last one, and texts are written to
// disk and back.
const IN_ORDER = "set_config('enable_sort', 'off', true)";

const settingOf = (index: number): string => `copy.value_${index + 1}`;

/** Bytes would be sent as bytes, but a setting is text. */
const asText = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

function typeOf(value: unknown): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof Date) return 'timestamptz';
  if (Buffer.isBuffer(value)) return 'bytea';
  if (Array.isArray(value)) return 'text[]';
  throw new Error('A value of a copied statement has a type that cannot be read from a setting.');
}
