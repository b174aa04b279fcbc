import Papa from 'papaparse';

/**
 * Line breaks inside a cell: `single_line` (legacy and v1) writes one line for each row, `multiline`
 * (v2, v3) keeps them. Both quote every cell.
 */
export type CellStyle = 'single_line' | 'multiline';

const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;

/** A text on one line: every character that some reader treats as a line end becomes a space. */
export const onOneLine = (text: string): string => text.replace(LINE_BREAK, ' ');

// = + - @ begin a formula or a command in Excel, LibreOffice and Google Sheets; | and % did in
// older ones. Some versions also read full-width forms that way, so every compatibility form
// counts.
const COMMANDS = String.raw`=+\-@|%\u207A\u207C\u208A\u208C\u2212\u2A75\u2A76\uFB29\uFE62\uFE63\uFE66\uFE6A\uFE6B\uFF05\uFF0B\uFF0D\uFF1D\uFF20\uFF5C`;
// After a letter or a digit only the pipe can begin a formula; most hyphens follow one.
const COMMAND = new RegExp(`(?<![0-9A-Za-z])[${COMMANDS}]|[|｜]`, 'g');
const ORDINARY = /^[0-9A-Za-z]/;
const PIPE = /[|｜]/;

// A spreadsheet may strip these before it looks for a formula. The apostrophe is one of them: a
// text that begins with one gets another, so an exported text differs from the sent one.
const STRIPPED = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\p{Quotation_Mark}\u0060\u00B4]`;
const IGNORED = new RegExp(`^${STRIPPED}$`, 'u');
const HEAD = new RegExp(`^${STRIPPED}*`, 'u');
// Characters that may separate cells, or end a row if our quotes are ignored. Spaces are checked
// separately.
const SEPARATOR = /[,;:\t|\r\n\v\f\x85\u2028\u2029]/;

// Separated by spaces, a lone character is text, and a signed number is a number: "9 - 5", "of -2
// degrees,".
const HARMLESS_BETWEEN_BLANKS = new RegExp(
  String.raw`[${COMMANDS}](?=[ \r\n])|[+\-]\d+(?:[.,]\d+)*[.,;:!?)]?(?=[ \r\n]|$)`,
  'y',
);

/**
 * Whether a spreadsheet may read a position as the beginning of a cell: always, or only if spaces
 * separate cells.
 */
type Opening = 'cell' | 'word' | null;

function openingAt(text: string, place: number): Opening {
  let opening: Opening = null;
  let end = place;
  while (end > 0) {
    const isPair = /[\uDC00-\uDFFF]/.test(text[end - 1]!) && /[\uD800-\uDBFF]/.test(text[end - 2] ?? '');
    const start = end - (isPair ? 2 : 1);
    const character = text.slice(start, end);
    if (SEPARATOR.test(character)) return 'cell';
    if (!IGNORED.test(character)) return opening;
    if (character === ' ') opening = 'word';
    end = start;
  }
  return 'cell';
}

/** The first part of application|topic!item, which requests a value from another program. */
function applicationBefore(text: string, pipe: number): number {
  let start = pipe;
  while (start > 0 && /[\w.]/.test(text[start - 1]!)) start -= 1;
  return start;
}

function isHarmlessBetweenBlanks(text: string, place: number): boolean {
  HARMLESS_BETWEEN_BLANKS.lastIndex = place;
  return HARMLESS_BETWEEN_BLANKS.test(text);
}

/**
 * Positions that need an apostrophe so that no spreadsheet finds a formula with any separator;
 * ascending.
 */
function formulasIn(text: string): number[] {
  const places: number[] = [];
  const lastItem = Math.max(text.lastIndexOf('!'), text.lastIndexOf('！'));
  // A program that strips tabs and line ends might strip more than is known.
  if (!ORDINARY.test(text) && /[\t\r\n]/.test(HEAD.exec(text)?.[0] ?? '')) places.push(0);
  for (const { 0: command, index } of text.matchAll(COMMAND)) {
    const isExchange = PIPE.test(command) && index < lastItem;
    const place = isExchange ? applicationBefore(text, index) : index;
    const opening = openingAt(text, place);
    if (opening === null) continue;
    if (opening === 'word' && place === index && isHarmlessBetweenBlanks(text, place)) continue;
    places.push(place);
  }
  return places;
}

/** @param text a spreadsheet may split it at characters other than commas */
function neutralised(text: string): string {
  if (ORDINARY.test(text) && text.search(COMMAND) < 0) return text;
  let inert = '';
  let written = 0;
  for (const place of formulasIn(text)) {
    inert += `${text.slice(written, place)}'`;
    written = place;
  }
  return inert + text.slice(written);
}

/**
 * The text of one cell, before its quotes (calls-export 5.10, 5.11, 5.17, 5.18). As OWASP advises,
 * an apostrophe precedes each place where a formula could begin: the beginning of the text, and
 * after every comma, semicolon, colon, tab, pipe, space and line break, because spreadsheets also
 * split at characters other than commas. Line breaks become spaces in `single_line` and CRLF in
 * `multiline`. The rule also holds for the service's own text: a masked caller, `+61 *** *** 123`,
 * begins like a formula.
 */
function inert(text: string, style: CellStyle): string {
  return neutralised(style === 'single_line' ? onOneLine(text) : withCrlf(text));
}

/** Long texts of the service have CRLF already, and checking costs less than rewriting. */
const withCrlf = (text: string): string =>
  /\r(?!\n)|(?<!\r)\n/.test(text) ? text.replace(/\r\n|\r|\n/g, '\r\n') : text;

// `inert` finds formulas: Papa Parse checks only the beginning of a cell.
const WRITTEN = { quotes: true, escapeFormulae: false };

/**
 * One row with its line end, CRLF (RFC 4180). Numbers come from the service itself and cannot begin
 * a formula.
 */
export const csvRow = (cells: readonly (string | number)[], style: CellStyle): string =>
  `${Papa.unparse([cells.map((cell) => (typeof cell === 'number' ? String(cell) : inert(cell, style)))], WRITTEN)}\r\n`;

/** Excel reads a CSV file that begins with it as UTF-8, and any other in the machine's code page. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The first row; our column names need no quotes.
 * @param bom whether the file begins with a byte order mark (calls-export 5.19, caller-requests
 *   7.6)
 */
export const csvHeader = (columns: readonly string[], bom = false): string =>
  `${bom ? BYTE_ORDER_MARK : ''}${columns.join(',')}\r\n`;
