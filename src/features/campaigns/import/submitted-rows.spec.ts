import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.js';
import type { PlatformError } from '../../../core/shared/platform-error.js';
import { readCsvRows } from '../contact-rows/csv-rows.js';
import { contactColumns } from '../contact-rows/import-columns.policy.js';
import { readJsonRows } from './json-rows.js';

const csv = (text: string, keys: readonly string[] = []) =>
  readCsvRows(Buffer.from(text), contactColumns(keys));
const json = (body: unknown, keys: readonly string[] = []) =>
  readJsonRows(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), keys);
const faultsOf = async (reading: Promise<unknown>): Promise<string[]> => {
  try {
    await reading;
    return [];
  } catch (error) {
    const { entry, fields } = error as PlatformError;
    return [String(entry.status), ...fields.map(({ loc, type }) => `${loc.join('.')} ${type}`)];
  }
};

// campaigns 4.2, 4.3
describe('the rows of a CSV file', () => {
  it('are numbered from the header on, and those of blanks alone are none', async () => {
    const rows = await csv(
      '\ufeffto_number , first_name\r\n+61491570156,Robin\r\n\r\n , \r\n"+61491570157","a\r\nb"',
      ['first_name'],
    );
    expect(rows).toEqual([
      { row: 2, columns: ['to_number', 'first_name'], cells: ['+61491570156', 'Robin'] },
      { row: 5, columns: ['to_number', 'first_name'], cells: ['+61491570157', 'a\r\nb'] },
    ]);
  });

  it.each([
    ['in another case', 'To_Number,FIRST_name\n+61491570156,Robin\n', 2],
    ['with empty cells after its last column', 'to_number,first_name,,\n+61491570156,Robin,,\n', 2],
    ["after Excel's separator line", 'sep=,\nto_number,first_name\n+61491570156,Robin\n', 3],
  ])('are read below a header %s', async (_, text, row) => {
    expect(await csv(text, ['first_name'])).toEqual([
      expect.objectContaining({ row, columns: ['to_number', 'first_name'] }),
    ]);
  });

  it.each(['to_number\n+61491570156', '\ufeffto_number\n+61491570156'])(
    'are refused in UTF-16 with what to save the file as: %j',
    async (text) => {
      const refused = (await readCsvRows(Buffer.from(text, 'utf16le'), contactColumns([])).catch(
        (error: unknown) => error,
      )) as PlatformError;
      expect(refused.fields).toEqual([
        { loc: ['body'], message: expect.stringContaining('CSV UTF-8') as string, type: 'not_utf8' },
      ]);
    },
  );

  // Fails if each name is looked up among all names: 18 seconds.
  it('are refused below a header of a hundred thousand columns at once', async () => {
    const header = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',');
    const read = async () =>
      expect(await faultsOf(csv(`to_number,${header}\n`))).toEqual(['422', 'body.header too_many_columns']);
    expect(await processorMs(read)).toBeLessThan(9_000);
  });

  it('may be none', async () => {
    expect(await csv('to_number\n')).toEqual([]);
  });

  it.each([
    ['', ['422', 'body.header.to_number missing']],
    ['\n', ['422', 'body.header.to_number missing']],
    ['external_contact_id\na', ['422', 'body.header.to_number missing']],
    ['+61491570156,Robin\n', ['422', 'body.header.to_number missing']],
    ['sep=;\nto_number;max_attempts\n', ['422', 'body.header separator']],
    ['to_number;max_attempts\n', ['422', 'body.header separator']],
    [
      'to_number,first_name,robin@example.com\n',
      ['422', 'body.header.first_name unsupported_column', 'body.header.(unnamed) unsupported_column'],
    ],
    ['to_number,,max_attempts\n', ['422', 'body.header.(unnamed) unsupported_column']],
    [`to_number${',x'.repeat(100)}\n`, ['422', 'body.header too_many_columns']],
    ['to_number,max_attempts,to_number\n', ['422', 'body.header.to_number duplicate_column']],
    ['to_number\n"+61', ['422', 'body csv_quotes']],
  ])('are not read below the header %j', async (text, faults) => {
    expect(await faultsOf(csv(text))).toEqual(faults);
  });

  it('are at most 5,000', async () => {
    const rows = (count: number) => `to_number\n${'+61491570156\n'.repeat(count)}`;
    expect(await csv(rows(5_000))).toHaveLength(5_000);
    expect(await faultsOf(csv(rows(5_001)))).toEqual(['422', 'body too_many_rows']);
  });
});

const CONTACT = { to_number: '+61491570156', external_contact_id: 'a' };
const BODY = { source_id: 'crm', batch_id: '2026-11-22', contacts: [CONTACT] };

// campaigns 4.6
describe('the contacts of a JSON body', () => {
  // requests 4.10
  it.each([
    [
      '{"source_id":"a","batch_id":"b","source_id":"c","contacts":[{"to_number":"+61491570156"}]}',
      'body.source_id',
    ],
    [
      '{"source_id":"a","batch_id":"b","contacts":[{"to_number":"+61491570156"},{"to_number":"+61491570156","to_number":"+61491570157"}]}',
      'body.contacts.1.to_number',
    ],
  ])('are refused where a name is given twice: %s', async (body, place) => {
    expect(await faultsOf(json(body))).toEqual(['400', `${place} repeated_name`]);
  });

  it('are its rows, numbered from 1', async () => {
    expect(
      await json({ ...BODY, contacts: [CONTACT, { ...CONTACT, first_name: 7 }] }, ['first_name']),
    ).toEqual({
      sourceId: 'crm',
      batchId: '2026-11-22',
      rows: [
        { row: 1, columns: ['to_number', 'external_contact_id'], cells: ['+61491570156', 'a'] },
        {
          row: 2,
          columns: ['to_number', 'external_contact_id', 'first_name'],
          cells: ['+61491570156', 'a', 7],
        },
      ],
    });
  });

  it.each(
    (
      [
        ['', ['400']],
        ['{"source_id":', ['400']],
        ['[]', ['422', 'body object_type']],
        ['{}', ['422', 'body.source_id missing', 'body.batch_id missing', 'body.contacts missing']],
        [{ ...BODY, contacts: [] }, ['422', 'body.contacts batch_size']],
        [{ ...BODY, contacts: {} }, ['422', 'body.contacts batch_size']],
        [{ ...BODY, contacts: Array(5_001).fill(CONTACT) }, ['422', 'body.contacts batch_size']],
        [
          { ...BODY, source_id: 7, batch_id: '0491570156' },
          ['422', 'body.source_id malformed', 'body.batch_id identifier_is_email_or_phone'],
        ],
        [{ ...BODY, client_id: 'x' }, ['422', 'body.client_id extra_forbidden']],
        [
          { ...BODY, contacts: [CONTACT, 7, null, [CONTACT]] },
          [
            '422',
            'body.contacts.1 object_type',
            'body.contacts.2 object_type',
            'body.contacts.3 object_type',
          ],
        ],
        [
          { ...BODY, contacts: [{ ...CONTACT, phone: 'x', '+61491570156': 'y' }] },
          ['422', 'body.contacts.0.phone extra_forbidden', 'body.contacts.0.(unnamed) extra_forbidden'],
        ],
        [{ ...BODY, contacts: [{ ...CONTACT, a: 'x'.repeat(70_000) }] }, ['422', 'body.contacts.0 too_long']],
        [`{"source_id":"crm","batch_id":"b","contacts":[{"to_number":}]}`, ['400']],
        [`{"source_id":"crm","batch_id":"b","contacts":[{}]]`, ['400']],
        [`{"source_id":"crm","batch_id":"b","contacts":[{},]}`, ['400']],
      ] as [unknown, string[]][]
    ).map(([body, faults]): [string, unknown, string[]] => [faults.join(', '), body, faults]),
  )('are refused as a whole: %s', async (_, body, faults) => {
    expect(await faultsOf(json(body))).toEqual(faults);
  });

  it('are at most 5,000', async () => {
    expect((await json({ ...BODY, contacts: Array(5_000).fill(CONTACT) })).rows).toHaveLength(5_000);
  });

  it('are UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ ...BODY, source_id: 'caf\xe9' }), 'latin1');
    expect(await faultsOf(readJsonRows(body, []))).toEqual(['400', 'body not_utf8']);
  });
});
