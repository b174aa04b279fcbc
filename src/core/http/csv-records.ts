import Papa from 'papaparse';
import { Cooperative } from '../event-loop/cooperative.js';
import { utf8Fault } from '../body/text.policy.js';
import { unprocessable } from '../kernel/platform-error.js';

// Two hundred rows of twenty cells are parsed in a millisecond: several pieces are one slice of the event loop. Not in its
// fast mode, which cuts all of the text at once.
const READING = { delimiter: ',', preview: 200, fastMode: false };

// Spreadsheets save "Unicode text" so, with or without a byte order mark. No text in UTF-8 has a NUL among its first characters.
const LOOKED_AT = 64;
const isUtf16 = (body: Buffer): boolean =>
  (body[0] === 0xff && body[1] === 0xfe) ||
  (body[0] === 0xfe && body[1] === 0xff) ||
  body.subarray(0, LOOKED_AT).includes(0);
const UTF_16 = {
  loc: ['body'],
  message: 'must be UTF-8, and this file is UTF-16; save it as "CSV UTF-8 (comma delimited)"',
  type: 'not_utf8',
} as const;

const BYTE_ORDER_MARKS = /^\ufeff+/;

/**
 * The records of a CSV file in the order in which they stand, blank ones included, some hundred at a time: the event loop has a
 * turn in between. Separated by commas (RFC 4180), with or without a byte order mark, lines ending as they may.
 * @throws 422 `not_utf8` for bytes that are none, `csv_quotes` behind the records before quotation marks that do not close, or do not stand around a whole cell
 */
export async function* readCsvRecords(body: Buffer): AsyncGenerator<readonly string[][], void, void> {
  if (isUtf16(body)) throw unprocessable(UTF_16);
  const fault = utf8Fault(body, ['body']);
  if (fault) throw unprocessable(fault);
  let rest = body.toString('utf8');
  // Without a line feed the file is of a system that ends lines by carriage returns; with one, a return before it is part of it.
  const newline = rest.includes('\n') ? '\n' : '\r';
  const slices = new Cooperative();
  for (let record = 0; rest !== '';) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    // The parser drops a mark at the beginning of each piece, and does not count it in its cursor.
    rest = rest.replace(BYTE_ORDER_MARKS, '');
    const { data, errors, meta } = Papa.parse(rest, { ...READING, newline });
    yield newline === '\n' ? data.map(withoutReturn) : data;
    if (errors.length > 0) throw brokenQuotes(record + data.length);
    const piece = rest.slice(0, meta.cursor);
    const sound = piece.includes('"') ? soundRecords(piece, newline) : null;
    if (sound !== null) throw brokenQuotes(record + sound + 1);
    record += data.length;
    rest = rest.slice(meta.cursor);
  }
}

// A cell, and what is behind it: quotation marks stand around all of it, or nowhere.
const CELLS = {
  '\n': /(?:"[^"]*(?:""[^"]*)*"\r?|[^",\n]*)(,|\n|$)/y,
  '\r': /(?:"[^"]*(?:""[^"]*)*"|[^",\r]*)(,|\r|$)/y,
};

/** How many records stand before one whose quotation marks do not stand around a whole cell, which the parser lets pass; null: there is none. */
function soundRecords(text: string, newline: keyof typeof CELLS): number | null {
  const cell = CELLS[newline];
  let records = 0;
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const found = cell.exec(text);
    if (found === null) return records;
    if (found[1] === newline) records += 1;
  }
  return null;
}

/** The return of a line's end stands at the end of its last cell where that has no quotes. */
function withoutReturn(cells: string[]): string[] {
  const last = cells.at(-1);
  if (last?.endsWith('\r')) cells[cells.length - 1] = last.slice(0, -1);
  return cells;
}

const brokenQuotes = (record: number) =>
  unprocessable({
    loc: ['body'],
    message: `must have quotation marks around all of a cell or nowhere in it, and two for each that is part of it; see row ${record}`,
    type: 'csv_quotes',
  });
