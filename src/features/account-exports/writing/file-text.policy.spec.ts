import { describe, expect, it } from 'vitest';
import { FILE_TEXTS } from './file-text.policy.js';

const COLUMNS = ['id', 'at', 'note', 'tags', 'none'];
const ROW = {
  id: 7,
  at: new Date('2026-11-29T04:00:00Z'),
  note: '=HYPERLINK("x")',
  tags: ['a', 'b'],
  secret: 'never written',
};

// account-exports 3.2
describe('a row of a file', () => {
  it('is a JSON object with the columns alone, in their order', () => {
    expect(FILE_TEXTS.ndjson.head(COLUMNS)).toBe('');
    expect(FILE_TEXTS.ndjson.row(COLUMNS, ROW)).toBe(
      '{"id":7,"at":"2026-11-29T04:00:00.000Z","note":"=HYPERLINK(\\"x\\")","tags":["a","b"],"none":null}\n',
    );
  });

  it('is a line of CSV in which no spreadsheet finds a formula', () => {
    expect(FILE_TEXTS.csv.head(COLUMNS)).toBe('\ufeffid,at,note,tags,none\r\n');
    expect(FILE_TEXTS.csv.row(COLUMNS, ROW)).toBe(
      '"7","2026-11-29T04:00:00.000Z","\'=HYPERLINK(""x"")","[""a"",""b""]",""\r\n',
    );
  });
});
