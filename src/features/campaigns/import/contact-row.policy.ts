import type { ContactDraft, ContactFields } from '../contact-rows/contact-draft.js';
import { COLUMN_BY_NAME, faultsBetween } from '../contact-rows/import-columns.policy.js';
import { readPersonalValue } from '../contact-rows/personal-value.policy.js';
import { CellFault, type RowError } from '../contact-rows/row-error.js';
import { readCells, type SubmittedRow } from '../contact-rows/submitted-row.js';

/** The rules that a campaign and a format impose on rows. */
export interface RowRules {
  /** Columns that need a value in every row. */
  readonly required: readonly string[];
  /** Why a number may not be dialled (dispatch 8.1); null if it may. */
  readonly judge?: (number: string) => CellFault | null;
}

export interface ReadRow {
  readonly row: number;
  /** Set even for an otherwise invalid row, because a duplicate identifier counts in both rows. */
  readonly externalContactId: string | null;
  readonly draft: ContactDraft | null;
  readonly errors: readonly RowError[];
}

// The most errors shown for one row, so that 5,000 invalid rows fit into a response.
const MOST_ERRORS = 5;

/**
 * Reads one row (campaigns 4.4 to 4.7). A blank cell counts as omitted.
 * @param row contains only known columns: those of an import, and keys of personalization
 */
export function readRow(submitted: SubmittedRow, { required, judge = () => null }: RowRules): ReadRow {
  const { row } = submitted;
  const fields: Partial<ContactFields> = {};
  const personalization: Record<string, string> = Object.create(null) as Record<string, string>;
  const errors = readCells(submitted, required, (name, text) => {
    const known = COLUMN_BY_NAME.get(name);
    const value = known ? known.read(text) : readPersonalValue(text);
    if (value instanceof CellFault) return value;
    if (known) (fields as Record<string, unknown>)[known.field] = value;
    else personalization[name] = value as string;
    return null;
  });
  for (const found of faultsBetween(fields)) errors.push({ row, ...found });
  const fault = fields.toNumber === undefined ? null : judge(fields.toNumber);
  if (fault !== null) errors.push({ row, column: 'to_number', fault });
  const isSound = errors.length === 0;
  return {
    row,
    externalContactId: fields.externalContactId ?? null,
    draft: isSound ? { row, fields: fields as ContactFields, personalization } : null,
    errors: errors.slice(0, MOST_ERRORS),
  };
}
