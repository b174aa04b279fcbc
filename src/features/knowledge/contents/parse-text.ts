import type { Passages } from './parsed-passages.ts';
import { linesOf, MOST_AT_ONCE } from './text-slices.ts';

/**
 * Reads Markdown, of which plain text is the simplest form.
 * @returns whether it has headings
 */
export function readMarkdown(text: string, passages: Passages): boolean {
  let hasHeadings = false;
  let lines: string[] = [];
  let size = 0;
  let isCode = false;
  const flush = (): void => {
    if (lines.length === 0) return;
    passages.add(lines.join('\n'));
    lines = [];
    size = 0;
  };
  for (const line of linesOf(text)) {
    const words = line.trim();
    const isFence = words.startsWith('```') || words.startsWith('~~~');
    const marks = isCode ? null : /^#{1,6}(?= )/.exec(words)?.[0];
    const isUnderline = !isCode && lines.length === 1 && words.length > 2 && /^(?:=+|-+)$/.test(words);
    if (isFence) isCode = !isCode;
    else if (marks) {
      flush();
      passages.setHeading(marks.length, words.slice(marks.length).trim());
      hasHeadings = true;
    } else if (isUnderline) {
      passages.setHeading(words.startsWith('=') ? 1 : 2, lines[0]!.trim());
      lines = [];
      hasHeadings = true;
    } else if (words === '') flush();
    else {
      lines.push(line.trimEnd());
      size += line.length;
      if (size <= MOST_AT_ONCE) continue;
      // Two lines, because a single one may become a heading.
      lines = ['', passages.addMost(lines.join('\n'))];
      size = 0;
    }
  }
  flush();
  return hasHeadings;
}

const CSV_HEAD = 64 * 1024;
const LONGEST_COLUMN = 60;
const CSV_AT_ONCE = 1024 * 1024;

export async function delimiterOf(text: string): Promise<string | null> {
  const { default: Papa } = await import('papaparse');
  const head = text.slice(0, CSV_HEAD);
  const whole = text.length > CSV_HEAD ? head.slice(0, head.lastIndexOf('\n')) : head;
  const isTable = (delimiter: string): boolean => {
    const { data } = Papa.parse(whole, { delimiter, skipEmptyLines: true });
    const [names = [], ...rows] = data;
    const isHeader = names.every(
      (name) => name !== '' && name.length <= LONGEST_COLUMN && !/[.!?:]$/.test(name.trim()),
    );
    return (
      names.length > 1 && isHeader && rows.length > 0 && rows.every((row) => row.length === names.length)
    );
  };
  return [',', ';', '\t'].find(isTable) ?? null;
}

/** Reads each record as `name: value; name: value`. */
export async function readCsv(text: string, delimiter: string, passages: Passages): Promise<void> {
  const { default: Papa } = await import('papaparse');
  let names: readonly string[] | undefined;
  Papa.parse(text, {
    delimiter,
    skipEmptyLines: true,
    chunkSize: CSV_AT_ONCE,
    step({ data: row }) {
      if (names === undefined) {
        names = row;
        return;
      }
      const cells = row.map((cell, at) => (cell.trim() === '' ? '' : `${names?.[at] ?? ''}: ${cell.trim()}`));
      passages.add(cells.filter((cell) => cell !== '').join('; '));
    },
  });
}
