import { echoableName, MAX_FIELD_ERRORS } from '../../../core/body/field-names.policy.js';
import { readCsvRecords } from '../../../core/http/csv-records.js';
import { unprocessable } from '../../../core/kernel/platform-error.js';
import type { FieldError } from '../../../core/kernel/platform-error.js';
import type { SubmittedRow } from './contact-row.policy.js';
import { COLUMN_BY_NAME } from './import-columns.policy.js';

/** Most rows of contacts that one import takes (campaigns 4.2). */
export const MAX_ROWS = 5_000;

/**
 * The rows of a CSV file behind its header (campaigns 4.2, 4.3), read piece by piece. Rows of blank cells alone, which
 * spreadsheets leave behind, are none, and count where rows are numbered.
 * @param allowedKeys of the campaign's personalization
 * @throws 422 for what is no UTF-8, a header that is not right, broken quotes and too many rows
 */
export async function readCsvRows(body: Buffer, allowedKeys: readonly string[]): Promise<SubmittedRow[]> {
  const rows: SubmittedRow[] = [];
  let columns: readonly string[] | null = null;
  let row = 0;
  for await (const records of readCsvRecords(body)) {
    for (const cells of records) {
      row += 1;
      columns ??= headerOf(cells, allowedKeys);
      if (row === 1 || cells.every((cell) => cell.trim() === '')) continue;
      if (rows.length === MAX_ROWS) throw tooManyRows();
      rows.push({ row, columns, cells });
    }
  }
  if (columns === null) throw unprocessable(MISSING_HEADER);
  return rows;
}

const MISSING_HEADER: FieldError = {
  loc: ['body', 'header', 'to_number'],
  message: 'is required: the first line names the columns',
  type: 'missing',
};

const OTHER_SEPARATORS = /[;\t|]/;

/** The names of the columns. @throws 422 naming all that is wrong with them; none of it repeats what may be a value */
function headerOf(cells: readonly string[], allowedKeys: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  if (!names.includes('to_number')) {
    const isSeparatedOtherwise = names.some(
      (name) => OTHER_SEPARATORS.test(name) && name.includes('to_number'),
    );
    throw unprocessable(
      isSeparatedOtherwise
        ? { loc: ['body', 'header'], message: 'must separate columns by commas', type: 'separator' }
        : MISSING_HEADER,
    );
  }
  const keys = new Set(allowedKeys);
  const faults = names.flatMap((name, index): FieldError[] => {
    const loc = ['body', 'header', echoableName(name)];
    if (names.indexOf(name) !== index) {
      return [
        { loc, message: `must not occur twice, as column ${index + 1} has it`, type: 'duplicate_column' },
      ];
    }
    if (COLUMN_BY_NAME.has(name) || keys.has(name)) return [];
    return [{ loc, message: unsupported(`column ${index + 1}`), type: 'unsupported_column' }];
  });
  if (faults.length > 0) throw unprocessable(...faults.slice(0, MAX_FIELD_ERRORS));
  return names;
}

/** @param what `column 7` */
export const unsupported = (what: string): string =>
  `is not supported (${what}): it is neither a column of contacts nor an allowed key of the campaign's personalization`;

const tooManyRows = () =>
  unprocessable({
    loc: ['body'],
    message: `must not have more than ${MAX_ROWS} rows of contacts; send the rest as another import`,
    type: 'too_many_rows',
  });
