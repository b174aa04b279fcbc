import { csvHeader, csvRow } from '../../../core/http/csv/csv-cells.policy.js';
import type { ExportFormat } from '../rules/export-words.js';

type Row = Readonly<Record<string, unknown>>;

/** Formats the rows of a file (account-exports 3.2). */
interface FileText {
  readonly head: (columns: readonly string[]) => string;
  /** A row with its line ending: the columns and nothing else. */
  readonly row: (columns: readonly string[], row: Row) => string;
}

export const FILE_TEXTS: Readonly<Record<ExportFormat, FileText>> = {
  ndjson: {
    head: () => '',
    row: (columns, row) =>
      `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))}\n`,
  },
  csv: {
    head: (columns) => csvHeader(columns, true),
    row: (columns, row) =>
      csvRow(
        columns.map((column) => cellOf(row[column])),
        'multiline',
      ),
  },
};

/** A cell: lists and objects as JSON, and nothing for null. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
