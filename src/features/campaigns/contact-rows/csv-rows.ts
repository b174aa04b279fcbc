import { echoableName, MAX_FIELD_ERRORS } from '../../../core/shared/field-names.policy.js';
import { readCsvRecords } from '../../../core/http/csv/csv-records.js';
import { unprocessable, type FieldError, type PlatformError } from '../../../core/shared/platform-error.js';
import { isBlankText } from '../../../core/http/fields/visible-text.policy.js';
import type { SubmittedRow } from './submitted-row.js';

/** Most bytes of a CSV file: the contract's 1 MB. */
export const CSV_BYTES = 1024 * 1024;

/** Most rows of a file below its header (campaigns 4.2). */
export const MAX_ROWS = 5_000;

/**
 * The 24 fields of a contact, the 50 personalization keys of a campaign, and some empty columns.
 */
const MAX_COLUMNS = 100;

/** The columns that a file may have. */
export interface CsvColumns {
  readonly required: readonly string[];
  readonly isKnown: (name: string) => boolean;
  /** The message for an unknown column. @param column its number, from 1 */
  readonly unsupported: (column: number) => string;
}

/**
 * The rows of a CSV file below its header (campaigns 4.2, 4.3), read in batches. Blank rows, which
 * spreadsheets leave, are skipped but counted in row numbers.
 * @throws 422 for invalid UTF-8, a wrong header, broken quotes and too many rows
 */
export async function readCsvRows(body: Buffer, known: CsvColumns): Promise<SubmittedRow[]> {
  const rows: SubmittedRow[] = [];
  let columns: readonly string[] | null = null;
  let row = 0;
  for await (const records of readCsvRecords(body)) {
    for (const cells of records) {
      row += 1;
      if (columns === null) {
        if (row > 1 || !isSeparatorLine(cells)) columns = headerOf(cells, known);
        continue;
      }
      if (cells.every(isBlankText)) continue;
      if (rows.length === MAX_ROWS) throw tooManyRows();
      rows.push({ row, columns, cells });
    }
  }
  if (columns === null) throw missing(known.required);
  return rows;
}

const OTHER_SEPARATORS = /[;\t|]/;

/** Excel's own first line, which names the separator: `sep=,`. */
const isSeparatorLine = ([first = '', ...rest]: readonly string[]): boolean =>
  /^sep=.?$/i.test(first.trim()) && rest.every((cell) => cell.trim() === '');

/** Column names: spreadsheets change case, and leave empty cells at the end. */
function namesOf(cells: readonly string[], { isKnown, required }: CsvColumns): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, last + 1).map((cell) => {
    const name = cell.trim();
    const lower = name.toLowerCase();
    return required.includes(lower) || (!isKnown(name) && isKnown(lower)) ? lower : name;
  });
}

/** The names of the columns. @throws 422 naming each fault and repeating no value */
function headerOf(cells: readonly string[], known: CsvColumns): readonly string[] {
  const { required, isKnown, unsupported } = known;
  const names = namesOf(cells, known);
  if (names.length > MAX_COLUMNS) throw tooManyColumns();
  const absent = required.filter((name) => !names.includes(name));
  if (absent.length > 0) {
    const isSeparatedOtherwise = names.some(
      (name) => OTHER_SEPARATORS.test(name) && absent.some((it) => name.includes(it)),
    );
    throw isSeparatedOtherwise ? unprocessable(SEPARATED_OTHERWISE) : missing(absent);
  }
  const faults = names.flatMap((name, index): FieldError[] => {
    const loc = ['body', 'header', echoableName(name)];
    if (names.indexOf(name) !== index) {
      return [
        {
          loc,
          message: `must not occur twice; column ${index + 1} has the same name`,
          type: 'duplicate_column',
        },
      ];
    }
    if (isKnown(name)) return [];
    return [{ loc, message: unsupported(index + 1), type: 'unsupported_column' }];
  });
  if (faults.length > 0) throw unprocessable(...faults.slice(0, MAX_FIELD_ERRORS));
  return names;
}

const SEPARATED_OTHERWISE: FieldError = {
  loc: ['body', 'header'],
  message: 'must separate columns with commas',
  type: 'separator',
};

const missing = (columns: readonly string[]): PlatformError =>
  unprocessable(
    ...columns.map((name) => ({
      loc: ['body', 'header', name],
      message: 'is required: the first line names the columns',
      type: 'missing',
    })),
  );

const tooManyColumns = (): PlatformError =>
  unprocessable({
    loc: ['body', 'header'],
    message: `must not have more than ${MAX_COLUMNS} columns; send only the columns of contacts`,
    type: 'too_many_columns',
  });

const tooManyRows = (): PlatformError =>
  unprocessable({
    loc: ['body'],
    message: `must not have more than ${MAX_ROWS} rows below its header; send the rest in another request`,
    type: 'too_many_rows',
  });
