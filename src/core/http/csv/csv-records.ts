import { Cooperative } from '../../shared/cooperative.js';
import { firstInvalidByte } from '../text.policy.js';
import { unprocessable, type FieldError } from '../../shared/platform-error.js';

// A batch takes a millisecond to read, so several batches run in one slice of the event loop.
const RECORDS_PER_BATCH = 200;

// Spreadsheets save "Unicode text" in it. No text in UTF-8 has a NUL among its first characters.
const LOOKED_AT = 64;
const isUtf16 = (body: Buffer): boolean =>
  (body[0] === 0xff && body[1] === 0xfe) ||
  (body[0] === 0xfe && body[1] === 0xff) ||
  body.subarray(0, LOOKED_AT).includes(0);

/** Files that people upload instead of a CSV file, by their first bytes. */
const OTHERS: readonly (readonly [what: string, begins: RegExp])[] = [
  ['a workbook (.xlsx)', /^PK\x03\x04/],
  ['a workbook (.xls)', /^\xd0\xcf\x11\xe0/],
  ['a PDF', /^%PDF-/],
  ['a web page', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|\?xml)\b/i],
];

const HOW = 'save it as "CSV UTF-8 (comma delimited)"';

/**
 * Explains how to convert another kind of file to CSV in UTF-8; null if the file may be CSV in
 * UTF-8.
 */
function formFault(body: Buffer): FieldError | null {
  const start = body.subarray(0, LOOKED_AT).toString('latin1');
  const [other] = OTHERS.find(([, begins]) => begins.test(start)) ?? [];
  if (other !== undefined)
    return { loc: ['body'], message: `must be a CSV file, but this is ${other}; ${HOW}`, type: 'not_csv' };
  const notUtf8 = (what: string): FieldError => ({
    loc: ['body'],
    message: `must be UTF-8, but ${what}; ${HOW}`,
    type: 'not_utf8',
  });
  if (isUtf16(body)) return notUtf8('this file is UTF-16');
  const offset = firstInvalidByte(body);
  return offset === null
    ? null
    : notUtf8(`byte ${offset}, counted from 0, is not part of a character, as in Windows-1252 files`);
}

/**
 * The line end of the file, from the first one outside quotation marks; with `\n`, a preceding
 * return is part of it.
 */
function newlineOf(text: string): '\n' | '\r' {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') isQuoted = !isQuoted;
    else if (!isQuoted && mark === '\n') return '\n';
    else if (!isQuoted && mark === '\r') return text[at + 1] === '\n' ? '\n' : '\r';
  }
  return '\n';
}

/**
 * The records of a CSV file (RFC 4180) in order, including blank ones, in batches between which the
 * event loop runs. Any line ends, with or without a byte order mark.
 * @throws 422 `not_csv` for another kind of file, `not_utf8`, and `csv_quotes` after the records
 *   before an unclosed quotation mark or one inside a cell
 */
export async function* readCsvRecords(body: Buffer): AsyncGenerator<readonly string[][], void, void> {
  const fault = formFault(body);
  if (fault) throw unprocessable(fault);
  const text = body.toString('utf8');
  const records = new CsvText(text, newlineOf(text));
  const slices = new Cooperative();
  for (let record = 0; !records.isRead;) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    const batch = records.take(RECORDS_PER_BATCH);
    yield batch;
    record += batch.length;
    if (records.isBroken) throw brokenQuotes(record + 1);
  }
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The text of a CSV file, read in linear time: each search continues after the last match. Lenient
 * parsers search the rest of a line for each quotation mark, and take hours for 1 MB.
 */
class CsvText {
  private at = 0;
  private comma = -1;
  private lineEnd = -1;
  /** Whether all records have been read. */
  isRead: boolean;
  /** Whether the record that begins here has quotation marks in the wrong places. */
  isBroken = false;

  constructor(
    private readonly text: string,
    private readonly newline: '\n' | '\r',
  ) {
    this.isRead = text === '';
  }

  /** Reads at most this many records; fewer at the end, and before a malformed one. */
  take(most: number): string[][] {
    const records: string[][] = [];
    while (records.length < most && !this.isRead && !this.isBroken) {
      // Also where two files were concatenated.
      while (this.text.startsWith(BYTE_ORDER_MARK, this.at)) this.at += 1;
      const cells = this.record();
      if (cells === null) this.isBroken = true;
      else records.push(cells);
    }
    return records;
  }

  /** Null if its quotation marks do not enclose whole cells. */
  private record(): string[] | null {
    const cells: string[] = [];
    for (;;) {
      const cell = this.text[this.at] === '"' ? this.quotedCell() : this.plainCell();
      if (cell === null) return null;
      cells.push(cell);
      const mark = this.text[this.at];
      this.at += 1;
      if (mark === ',') continue;
      // A line break is followed by another line, which may be empty.
      this.isRead = mark === undefined;
      return cells;
    }
  }

  private quotedCell(): string | null {
    const { text } = this;
    const start = this.at + 1;
    let end = text.indexOf('"', start);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end === -1) return null;
    this.at = end + 1;
    if (this.newline === '\n' && text[this.at] === '\r') this.at += 1;
    const mark = text[this.at];
    if (mark !== undefined && mark !== ',' && mark !== this.newline) return null;
    return text.slice(start, end).replaceAll('""', '"');
  }

  private plainCell(): string | null {
    const { text, at: start } = this;
    if (this.comma < start) this.comma = this.next(',');
    if (this.lineEnd < start) this.lineEnd = this.next(this.newline);
    this.at = Math.min(this.comma, this.lineEnd);
    const cell = text.slice(start, this.at);
    if (cell.includes('"')) return null;
    // The carriage return before a line feed is part of the last cell.
    return this.newline === '\n' && cell.endsWith('\r') && this.at === this.lineEnd
      ? cell.slice(0, -1)
      : cell;
  }

  private next(mark: string): number {
    const found = this.text.indexOf(mark, this.at);
    return found === -1 ? this.text.length : found;
  }
}

const brokenQuotes = (record: number) =>
  unprocessable({
    loc: ['body'],
    message: `must quote a whole cell or none of it, and double each quotation mark inside a quoted cell; see row ${record}`,
    type: 'csv_quotes',
  });
