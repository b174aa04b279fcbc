import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { FORMULA_ATTACKS, SEPARATORS } from '../../../../test/support/formula-attacks.js';
import { processorMs } from '../../../../test/support/processor-time.js';
import { csvHeader, csvRow, onOneLine } from './csv-cells.policy.js';
import type { CellStyle } from './csv-cells.policy.js';

const read = (csv: string): string[][] => {
  const { data, errors } = Papa.parse(csv, { delimiter: ',', newline: '\r\n', skipEmptyLines: false });
  expect(errors).toEqual([]);
  // The text after the last line end is not a row.
  expect(data.pop()).toEqual(['']);
  return data;
};
const readCell = (cell: string): string => read(`${cell},\r\n`)[0]![0]!;

const csvCell = (text: string, style: CellStyle): string => csvRow([text], style).slice(0, -'\r\n'.length);

const STYLES: readonly CellStyle[] = ['single_line', 'multiline'];

const COMMANDS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://example.com?x="&A1,"see")',
  '+1+1',
  '-1+1',
  '@SUM(A1:A9)',
  '+61 *** *** 123',
  '-2 degrees',
  '|calc',
  '%0A=1',
  "cmd|' /C calc'!A0",
  "MSEXCEL|'\\..\\..\\calc.exe'!x",
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '｜calc',
  '﹦1+1',
  '﹢1',
  '﹣1',
  '﹫x',
  '⁼1',
  '₊1',
  '−1',
  'cmd｜x！A0',
];

const HIDERS = [
  ' ',
  '   ',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u061c',
  '\u180e',
  '\u202e',
  '\u2003',
  '\u3000',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u2800',
  '\u3164',
  '\u{e0001}',
  '\0',
  '\u0001',
  '\u001f',
  '\u007f',
  '\v',
  '\f',
  '"',
  '""',
  "'",
  '“',
  '‘',
  '„',
  '«',
  '＂',
  '＇',
  '`',
  '´',
  ' "\u200b\' ',
];

// calls-export 5.10
describe('a cell that could be read as a formula', () => {
  it.each(COMMANDS)('gets an apostrophe in front: %s', (text) => {
    for (const style of STYLES) expect(readCell(csvCell(text, style))).toBe(`'${text}`);
  });

  it.each(HIDERS.map((hider) => [JSON.stringify(hider), hider]))('is found after %s', (_written, hider) => {
    for (const command of COMMANDS) {
      expect(readCell(csvCell(hider + command, 'multiline'))).toBe(`${hider}'${command}`);
      expect(readCell(csvCell(hider + command, 'single_line'))).toBe(`${onOneLine(hider)}'${command}`);
    }
  });

  it.each(['\tx', '\rx', '\nx', '\r\nx', ' \tx', '\u200b\nx', '"\tx', '\t', '\n'])(
    'is one that begins with %j where its breaks are kept',
    (text) => {
      expect(readCell(csvCell(text, 'multiline'))).toBe(`'${text.replace(/\r\n|\r|\n/, '\r\n')}`);
    },
  );

  it('is one that begins with a tab where its breaks are not kept, while breaks are blanks there', () => {
    expect(readCell(csvCell('\tx', 'single_line'))).toBe("'\tx");
    expect(readCell(csvCell('\nx', 'single_line'))).toBe(' x');
    expect(readCell(csvCell('\n=x', 'single_line'))).toBe(" '=x");
  });

  it('is found in every compatibility form that Unicode has of the signs', () => {
    const missed: string[] = [];
    let found = 0;
    for (let code = 1; code <= 0x10ffff; code += 1) {
      const sign = String.fromCodePoint(code);
      if (!'=+-@|%'.includes(sign.normalize('NFKC')[0]!)) continue;
      found += 1;
      if (readCell(csvCell(`${sign}1`, 'multiline')) !== `'${sign}1`) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
    expect(found).toBeGreaterThan(20);
  });

  it('costs time in proportion to its length, however it is made', async () => {
    const long = 200_000;
    for (const text of [
      ' '.repeat(long),
      'a'.repeat(long),
      `a|${'b'.repeat(long)}`,
      `${'"'.repeat(long)}x`,
    ]) {
      expect(await processorMs(() => csvCell(text, 'multiline'))).toBeLessThan(5_000);
    }
  });
});

// calls-export 5.17
describe('a cell that could not', () => {
  it.each([
    '',
    '0',
    '142',
    '31/10/2026 15:12:09',
    '2026-10-31T04:12:09.000Z',
    'room-2026-10-31',
    'a=1',
    'a-b',
    '5 % off',
    'yes | no',
    'robin@example.com',
    'Open 9 - 5, call + text = fine.',
    'It was -2 degrees, then +3.5, and -1',
    'Mon-Fri, well-known, 31/10/2026-2/11/2026',
    'Ring +61 491 570 156 back.',
    'a; b, c: d | e',
    '"Yes", she said.',
    "'tis so",
    '…',
    '¿Cómo?',
    '李小龍',
    '😀',
  ])('stays unchanged: %j', (text) => {
    for (const style of STYLES) expect(readCell(csvCell(text, style))).toBe(text);
  });
});

// calls-export 5.11, 5.18
describe('quotes', () => {
  it.each([
    ['', '""'],
    ['142', '"142"'],
    ['Ava', '"Ava"'],
    ['a"b', '"a""b"'],
    [' a ', '" a "'],
    ['a\nb', '"a b"'],
    ['=1,2', '"\'=1,2"'],
  ])('stand around %j on a single line', (text, written) => {
    expect(csvCell(text, 'single_line')).toBe(written);
  });

  it.each([
    ['', '""'],
    ['142', '"142"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\r\nb"'],
    ['a\rb\r\nc\n\nd', '"a\r\nb\r\nc\r\n\r\nd"'],
    ['=1', '"\'=1"'],
  ])('stand around %j on many', (text, written) => {
    expect(csvCell(text, 'multiline')).toBe(written);
  });
});

describe('a row', () => {
  it('ends with CRLF', () => {
    expect(csvRow(['a', '', 'b'], 'single_line')).toBe('"a","","b"\r\n');
    expect(csvRow(['a', '', 'b'], 'multiline')).toBe('"a","","b"\r\n');
  });

  it('of one empty cell is no blank line in quotes', () => {
    expect(csvRow([''], 'multiline')).toBe('""\r\n');
  });

  it('is one line in single_line style, with any cell', () => {
    expect(csvRow(['a\r\nb', 'c\u2028d', 'e\u0085f'], 'single_line')).toBe('"a b","c d","e f"\r\n');
  });

  it('of names of columns has no quotes', () => {
    expect(csvHeader(['call_id', 'summary'])).toBe('call_id,summary\r\n');
  });
});

// Lone surrogates and NUL, and more problematic characters than a uniform choice would give.
const sign = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(
    ...'=+-@|%!,;"\' \t\r\n\0a1'.split(''),
    '\r\n',
    '\ufeff',
    '\u200b',
    '\u2028',
    '\ud800',
    '\udc00',
  ),
);
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
const rows = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );

const breaksOf = (cell: string, style: CellStyle): string =>
  style === 'single_line' ? onOneLine(cell) : cell.split(/\r\n|\r|\n/).join('\r\n');

const SETS_OF_SEPARATORS = Array.from({ length: 2 ** SEPARATORS.length - 1 }, (_, set) =>
  SEPARATORS.filter((_separator, place) => (set + 1) & (1 << place)).join(''),
);
const STRIPPED = /^[\s\p{C}\p{Default_Ignorable_Code_Point}"“”„‟«»‘‚‛’＂\u2800]+/u;
const FORMULA = /^[=+\-@＝＋－＠−]/;
// A lone character is text and a number is a number; nothing after our apostrophe is evaluated.
const HARMLESS = /^(?:[=+\-@＝＋－＠−]|[+-]\d+(?:[.,]\d+)*[.,;:!?)]?(?:".*)?)$/;

/**
 * The cells of a file that a spreadsheet could interpret as formulas if it saw line ends but not
 * our quotes.
 */
const formulasOf = (csv: string): string[] =>
  SETS_OF_SEPARATORS.flatMap((separators) =>
    csv
      .split(/[\r\n\v\f\x85\u2028\u2029]/)
      .flatMap((line) => line.split(new RegExp(`[${separators}]`)))
      .map((cell) => cell.replace(STRIPPED, ''))
      .filter((cell) => FORMULA.test(cell) && !HARMLESS.test(cell)),
  );

describe('whatever the cells hold', () => {
  it.each(STYLES)('a reader of %s style finds them again, apart from apostrophes and breaks', (style) => {
    fc.assert(
      fc.property(rows, (table) => {
        const found = read(table.map((row) => csvRow(row, style)).join('')).flat();
        // A reader takes a BOM at the very start as the file's own; our files start with a header.
        fc.pre(!csvRow(table[0]!, style).startsWith('\ufeff'));
        const sent = table.flat().map((cell) => breaksOf(cell, style));
        expect(found.length).toBe(sent.length);
        const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ''));
        expect(bare(found)).toEqual(bare(sent));
      }),
      { numRuns: 2000 },
    );
  });

  it('two different cells are never written alike', () => {
    const variants = text.chain((it) =>
      fc.nat(it.length).map<[string, string]>((at) => [it, `${it.slice(0, at)}'${it.slice(at)}`]),
    );
    fc.assert(
      fc.property(fc.oneof(variants, fc.tuple(text, text)), ([one, other]) => {
        const same = breaksOf(one, 'multiline') === breaksOf(other, 'multiline');
        expect(csvCell(one, 'multiline') === csvCell(other, 'multiline')).toBe(same);
      }),
      { numRuns: 4000 },
    );
  });

  // calls-export 5.10, 5.17
  it('no cell begins like a formula, whatever a spreadsheet separates by, rows of attacks', () => {
    for (const style of STYLES) {
      for (const attack of FORMULA_ATTACKS) {
        expect([attack, formulasOf(csvRow(['9', attack, 'b =', attack], style))]).toEqual([attack, []]);
      }
    }
  });

  it('no cell begins like a formula, whatever a spreadsheet separates by, rows of any text', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...STYLES), (table, style) => {
        expect(formulasOf(table.map((row) => csvRow(row, style)).join(''))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(STYLES)('the attacks are in the reviewed file of %s style', async (style) => {
    const csv = FORMULA_ATTACKS.map((attack, index) => csvRow([String(index), attack, 'x'], style)).join('');
    const goldens = join(import.meta.dirname, '../../../../test/e2e/calls/export-goldens');
    await expect(csv).toMatchFileSnapshot(join(goldens, `formula-attacks-${style}.csv`));
  });

  it('what goes over the wire is UTF-8, in which half a surrogate pair is a replacement sign', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const csv = table.map((row) => csvRow(row, 'multiline')).join('');
        expect(Buffer.from(csv).toString()).toBe(csv.toWellFormed());
      }),
    );
  });
});
