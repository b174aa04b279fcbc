const BYTE_ORDER_MARK = '\ufeff';
const SEPARATOR_LINE = /^"?sep=.?"?[,\s]*$/i;

/**
 * The raw records of a CSV file, each with its line end: split at line ends outside quotation
 * marks, as the import counts them (campaigns 4.2, 4.12).
 */
function* recordsOf(text: string): Generator<string> {
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === lineEnd && !isQuoted) {
      yield text.slice(begin, at + 1);
      begin = at + 1;
    }
  }
  if (begin < text.length) yield `${text.slice(begin)}${lineEnd}`;
}

/**
 * A file of only the header and these rows, with unchanged cells, so that they can be corrected and
 * imported.
 */
export function failedRows(text: string, rows: ReadonlySet<number>): string {
  const hasMark = text.startsWith(BYTE_ORDER_MARK);
  const kept: string[] = hasMark ? [BYTE_ORDER_MARK] : [];
  let row = 0;
  let headers = 1;
  for (const record of recordsOf(hasMark ? text.slice(1) : text)) {
    row += 1;
    if (row === 1 && SEPARATOR_LINE.test(record.trim())) headers = 2;
    if (row <= headers || rows.has(row)) kept.push(record);
  }
  return kept.join('');
}

/** Saves a text as a file. It is not sent anywhere. */
export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
