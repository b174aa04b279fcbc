import { isBlankText } from '../../../core/http/fields/visible-text.policy.js';
import { CellFault, type RowError } from './row-error.js';

/** A row as it was sent: cells in the order of their columns. */
export interface SubmittedRow {
  readonly row: number;
  readonly columns: readonly string[];
  readonly cells: readonly unknown[];
}

const REQUIRED = new CellFault('required', 'must have a value');
const NOT_TEXT = new CellFault('not_text', 'must be a JSON string');
const TOO_MANY_CELLS = new CellFault(
  'too_many_cells',
  'must not have more cells than the header has columns',
);

/**
 * Reads the cells of one row. A blank cell counts as omitted.
 * @param required the columns in which every row needs a value
 * @param take called with the text of a cell, trimmed and not empty; returns the fault, or null if
 *   it accepts the text
 */
export function readCells(
  { row, columns, cells }: SubmittedRow,
  required: readonly string[],
  take: (column: string, text: string) => CellFault | null,
): RowError[] {
  const errors: RowError[] = [];
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => !isBlank(cell))) {
    errors.push({ row, column: null, fault: TOO_MANY_CELLS });
  }
  let filled = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index];
    if (isBlank(cell)) continue;
    const column = columns[index]!;
    if (required.includes(column)) filled += 1;
    const fault = typeof cell === 'string' ? take(column, cell.trim()) : NOT_TEXT;
    if (fault !== null) errors.push({ row, column, fault });
  }
  if (filled < required.length) {
    for (const column of required) {
      if (isBlank(cells[columns.indexOf(column)])) errors.push({ row, column, fault: REQUIRED });
    }
  }
  return errors;
}

const isBlank = (cell: unknown): boolean =>
  cell === undefined || (typeof cell === 'string' && isBlankText(cell));
