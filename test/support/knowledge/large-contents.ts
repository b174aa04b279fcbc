const PARAGRAPH = 'We are open on weekdays from nine to five, and closed on public holidays. '.repeat(3);

/**
 * Contents of at most this many bytes with their types: one of each kind that is read piece by
 * piece.
 */
export function largeContents(
  size: number,
): readonly (readonly [name: string, content: () => string, mediaType: string])[] {
  const filled = (part: string, start = '', end = ''): string =>
    start + part.repeat(Math.floor((size - start.length - end.length) / part.length)) + end;
  return [
    ['one line with a character of four bytes', () => filled(PARAGRAPH, '🦷 '), 'text/plain'],
    [
      'short records of CSV',
      () => filled('Cleaning of the teeth;A1;70;yes\n', 'Name;Type;Price;Open\n'),
      'text/csv',
    ],
    [
      'a table in HTML',
      () => filled('<tr><td>Filling<td><b>120</b> dollars</tr>', '<html><table>'),
      'text/html',
    ],
    ['paragraphs', () => filled(`${PARAGRAPH}\n\n`), 'text/plain'],
    ['lines', () => filled(`${PARAGRAPH}\n`), 'text/plain'],
    ['Markdown', () => filled(`## Hours\r\n\r\n${PARAGRAPH}\r\n\r\n`), 'text/markdown'],
    ['CSV', () => filled(`Filling,120,"${PARAGRAPH}"\n`, 'Treatment,Price,Note\n'), 'text/csv'],
    ['HTML', () => filled(`<p class="text">${PARAGRAPH}</p>`, '<html><h1>Hours</h1>'), 'text/html'],
  ];
}
