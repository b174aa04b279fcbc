/**
 * How the rows of an export are written. `plain` (legacy, v1): one line for each row, quotes only where a cell needs
 * them. `quoted` (v2, v3): quotes around every cell, so that line breaks in it stay, and a row whose only cell is
 * empty is not a blank line, which many readers skip.
 */
export type CellStyle = 'plain' | 'quoted';

const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;

/** A text on one line: every break that some reader takes for the end of a line becomes a blank. */
export const onOneLine = (text: string): string => text.replace(LINE_BREAK, ' ');

// A spreadsheet may strip these before it looks whether a formula follows: white space, signs that cannot be seen,
// and quotes, which some take for those of the CSV itself. The apostrophe is one of them: a cell that already begins
// with one gets another, and what was exported can be told from what was sent.
const IGNORED = String.raw`[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\p{Quotation_Mark}\u0060\u00B4]*`;
const HEAD = new RegExp(`^${IGNORED}`, 'u');
// application|topic!item, which asks another program for a value, in any width.
const EXCHANGE = new RegExp(String.raw`^${IGNORED}[\w.]+[|｜][^!！]*[!！]`, 'u');
// = + - @ begin a formula or a command of Excel, LibreOffice and Google Sheets; | and % did so in older ones.
// The minus sign proper has no compatibility form that is a hyphen.
const COMMAND = /^[=+\-@|%\u2212]/;
// Nothing of the above: most cells begin like this.
const ORDINARY = /^[0-9A-Za-z]/;

/**
 * Whether a spreadsheet could take the text for a formula or a command. The first sign counts in its compatibility
 * form: East Asian versions read a full-width ＝ as they read =.
 */
function isFormula(text: string): boolean {
  if (ORDINARY.test(text)) return EXCHANGE.test(text);
  const head = HEAD.exec(text)?.[0] ?? '';
  if (/[\t\r\n]/.test(head)) return true;
  const first = text.codePointAt(head.length);
  return (
    first !== undefined &&
    (COMMAND.test(String.fromCodePoint(first).normalize('NFKC')) || EXCHANGE.test(text))
  );
}

/**
 * One cell as it stands in the file (contract, "Export behaviour" 5). A text that could be read as a formula gets an
 * apostrophe in front, as OWASP advises, and nothing else is changed but line breaks: blanks in `plain`, CRLF in
 * `quoted`. That goes for what the service writes itself as well: a masked caller, `+61 *** *** 123`, begins like a
 * formula, and one program shows an error for it and the next one a number. Durations and dates begin with a digit
 * and stay as they are.
 */
export function csvCell(text: string, style: CellStyle): string {
  const lines = style === 'plain' ? onOneLine(text) : text.replace(/\r\n|\r|\n/g, '\r\n');
  const inert = isFormula(lines) ? `'${lines}` : lines;
  return style === 'quoted' || /[",]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** One row with its line end, which is CRLF in every profile (RFC 4180). */
export const csvRow = (cells: readonly string[], style: CellStyle): string =>
  `${cells.map((cell) => csvCell(cell, style)).join(',')}\r\n`;
