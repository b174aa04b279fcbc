import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.js';
import { readCsvRecords } from './csv-records.js';

async function read(body: string | Buffer): Promise<string[][]> {
  const records: string[][] = [];
  for await (const piece of readCsvRecords(Buffer.from(body))) records.push(...piece);
  return records;
}
const faultOf = (body: string | Buffer) =>
  read(body).catch((error: { fields: { type: string }[] }) => error.fields.map(({ type }) => type));

// campaigns 4.2
describe('a CSV file', () => {
  it.each([
    ['', []],
    ['a,b', [['a', 'b']]],
    ['\ufeffa,b\r\n1,2\r\n', [['a', 'b'], ['1', '2'], ['']]],
    ['a\r1\r', [['a'], ['1'], ['']]],
    ['a,b\r"1\n2",3\r', [['a', 'b'], ['1\n2', '3'], ['']]],
    ['"a\r\nb"\n1\n', [['a\r\nb'], ['1'], ['']]],
    ['"a, ""b""\n",c\n\n,', [['a, "b"\n', 'c'], [''], ['', '']]],
    ['"a"\r\n"b"\r\n', [['a'], ['b'], ['']]],
    [
      '\ufeff\ufeffa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%j is read', async (text, records) => {
    expect(await read(text)).toEqual(records);
  });

  it('comes in pieces, and none of it is lost or changed between two of them', async () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('a"b', 'a,b', 'a\nb', '', '"', ',', 'é€😀'),
    );
    const file = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 700 });
    await fc.assert(
      fc.asyncProperty(file, async (rows) => {
        expect(await read(Papa.unparse(rows, { quotes: true, escapeFormulae: false }))).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  // For example, two concatenated files.
  it('may have a byte order mark where a piece begins', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => [`row ${index}`]);
    const text = `${rows.join('\n')}\n\ufeff${rows.join('\n')}`;
    expect(await read(text)).toEqual([...rows, ...rows]);
  });

  it.each([
    ['Latin-1', Buffer.from('to_number\ncaf\xe9', 'latin1'), 'not_utf8'],
    ['UTF-16', Buffer.from('\ufeffto_number', 'utf16le'), 'not_utf8'],
    ['a workbook', Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1'), 'not_csv'],
    ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'not_csv'],
    ['a web page', '\n<!DOCTYPE html><table><tr><td>to_number', 'not_csv'],
    ['a PDF', '%PDF-1.7', 'not_csv'],
    ['a quote that does not close', 'a,b\n1,"2\n3,4', 'csv_quotes'],
    ['a letter after a closing quote', 'a,b\n1,"2"3\n', 'csv_quotes'],
    ['a blank after a closing quote', 'a,b\n1,"2" \n3,4', 'csv_quotes'],
    ['a blank after a closing quote before a comma', 'a,b\r"2" ,1\r', 'csv_quotes'],
    ['a quote in a cell', 'a,b\n1,2"3\n', 'csv_quotes'],
    ['a quote after a cell', 'a,b\n1,2"', 'csv_quotes'],
    ['a quote after a blank', 'a,b\n1, "2"\n', 'csv_quotes'],
  ])('of %s is refused', async (_, body, type) => {
    expect(await faultOf(body)).toEqual([type]);
  });

  // Fails with a parser that searches the rest of a line for each quotation mark: it takes twenty
  // seconds. campaigns 4.2; requests 3.6
  it.each([
    ['quotation marks in a cell before blanks', `"${'x"'.repeat(200_000)}${' '.repeat(300_000)}\n`],
    ['the same before a comma', `"${'x"'.repeat(200_000)}${' '.repeat(300_000)},`],
    ['quotation marks and nothing else', '"'.repeat(400_001)],
    ['cells of quotation marks', '"""",'.repeat(80_000)],
    ['cells that do not close', '"a,\n'.repeat(80_000)],
    ['commas alone', ','.repeat(400_000)],
    ['line ends alone', '\n'.repeat(400_000)],
    ['marks of byte order alone', '\ufeff'.repeat(130_000)],
  ])('of %s is read in linear time', async (_, text) => {
    expect(await processorMs(() => faultOf(text))).toBeLessThan(5_000);
  });
});
